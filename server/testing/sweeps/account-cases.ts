// Requests about partners, merchants, brands and logos that their owner may make.
import { processor_types } from '../../../contract/payments/processor-types/catalogue.ts';
import { connect } from '../../db/database.ts';
import type { World } from '../worlds/world.ts';
import { type Case, type Owner, ofMerchant, says } from './case-parts.ts';

type Body = Record<string, unknown>;

let made_count = 0;
function newNumber(): number {
  made_count += 1;
  return made_count;
}

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';

async function make({ world, caller }: Owner, path: string, body: Body) {
  const answer = await world.call('POST', path, { credential: caller.private_key, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** The partner above the owner's merchant. */
const partnerOf = ({ merchant }: Owner): string => merchant.account.parent_id ?? '';

const newPartner = (owner: Owner): Body => ({
  name: `Swept ${newNumber()}`,
  parent_id: partnerOf(owner),
});
const newMerchant = (owner: Owner): Body => ({
  name: `Swept ${newNumber()}`,
  partner_id: partnerOf(owner),
});
const newBrand = (owner: Owner): Body => ({
  partner_id: partnerOf(owner),
  domain: `swept-${newNumber()}.example`,
  title: 'Swept',
  brand_name: 'Swept',
});

/** A fresh partner below the owner's, so that nothing else stops working. */
function partner(body: Body = {}, words: Record<string, string> = {}, name = 'id'): Case {
  return {
    owned: [name],
    make: async (owner) => {
      const { id } = await make(owner, '/partner', newPartner(owner));
      return { params: { [name]: id, ...words }, body };
    },
  };
}

function merchantStatus(status: string): Case {
  return {
    owned: ['id'],
    make: async (owner) => {
      const { id } = await make(owner, '/merchant', newMerchant(owner));
      return { params: { id, status }, body: {} };
    },
  };
}

/** The image of a brand that nobody of the tenants owns. */
async function brandLogo({ system, services }: World): Promise<string> {
  const [id, branding_id] = [services.ids.next(), services.ids.next()];
  const domain = `logo-${newNumber()}.example`;
  const query = connect(system);
  await query
    .insertInto('branding')
    .values({ id: branding_id, domain, title: 'Swept', brand_name: 'Swept' })
    .execute();
  const bytes = Buffer.from(pixel.split(',')[1] ?? '', 'base64');
  const created_at = system.clock.now();
  await query
    .insertInto('branding_logo')
    .values({ id, branding_id, content_type: 'image/gif', bytes, created_at })
    .execute();
  return id;
}

const own_merchant = ({ merchant }: Owner): Body => ({ merchant_id: merchant.account.id });

export const account_cases: Readonly<Record<string, Case>> = {
  'GET /merchant/{id}': ofMerchant(),
  'POST /merchant/{id}/requireds': ofMerchant({ requireds: { default: { email: 'required' } } }),
  'GET /merchant/{id}/default/{group}': ofMerchant({}, { group: 'reporting' }),
  'POST /merchant/{id}/default/{group}': ofMerchant({}, { group: 'reporting' }),
  // All of them, so that processors can be set up afterwards.
  'POST /partner/available-processors': {
    owned: [],
    make: async () => ({
      params: {},
      body: { processors: processor_types.map(({ key }) => key) },
    }),
  },
  'GET /partner/{id}': partner(),
  'POST /partner': says(newPartner),
  'POST /partner/{id}': partner({ description: 'swept' }),
  'POST /partner/{id}/status': partner({ status: 'disabled' }),
  'GET /partner/{id}/default/{group}': partner({}, { group: 'user' }),
  'POST /partner/{id}/default/{group}': partner({ dateformat: 'YYYY-MM-DD' }, { group: 'user' }),
  'POST /merchant': says(newMerchant),
  'POST /merchant/{id}': ofMerchant({ description: 'swept' }),
  'GET /merchant/{id}/status/{status}': merchantStatus('disable'),
  'POST /merchant/{id}/status/{status}': merchantStatus('disabled'),
  'GET /admin/branding/{partnerId}': partner({}, {}, 'partnerId'),
  'GET /admin/stats/partner/{partnerId}/{type}/{startTime}/{endTime}': partner(
    {},
    { type: 'transaction', startTime: '2026-01-01', endTime: '2026-12-31' },
    'partnerId',
  ),
  'GET /dashboard/account/{accountId}': partner({}, {}, 'accountId'),
  'POST /admin/branding': says(newBrand),
  'DELETE /admin/branding/delete/{id}': {
    owned: ['id'],
    make: async (owner) => ({
      params: { id: (await make(owner, '/admin/branding', newBrand(owner))).id },
    }),
  },
  'POST /admin/branding/installation': says(() => ({ title: 'Swept' })),
  'GET /brand-logo/{id}': {
    // A public address, as that of a merchant's logo.
    owned: [],
    make: async ({ world }) => ({ params: { id: await brandLogo(world) } }),
  },
  'GET /merchant/branding/{id}': ofMerchant(),
  'POST /merchant/branding': says((owner) => ({ ...own_merchant(owner), styles: {} })),
  'POST /merchant/logo': says((owner) => ({ ...own_merchant(owner), logo: pixel })),
  'DELETE /merchant/logo': says(own_merchant),
  'GET /logo/{merchantId}/{logoId}': {
    // A public address: whoever has it may look.
    owned: [],
    make: async ({ world, merchant }) => {
      const credential = merchant.boss.private_key;
      const saved = await world.call('POST', '/merchant/logo', {
        credential,
        body: { logo: pixel },
      });
      const [logoId = '', merchantId = ''] = saved.body.data.logo_url.split('/').reverse();
      return { params: { merchantId, logoId } };
    },
  },
};
