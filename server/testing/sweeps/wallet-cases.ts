// Requests about Apple Pay registrations that their owner may make.
import { about, type Case, type Owner, says } from './case-parts.ts';

type Body = Record<string, unknown>;

interface Registration {
  id: string;
  apple_pay_merchant_id: string;
  certificates: { status: string; signing_request: string }[];
}

const named = (): Body => ({
  apple_pay_merchant_id: 'merchant.example.sweep',
  display_name: 'Shop',
  domain_name: 'shop.example.com',
});

/** The merchant's last registration with an open request: making keys takes a while. */
async function registration({ world, merchant }: Owner): Promise<Registration> {
  const credential = merchant.boss.private_key;
  const call = async (method: 'GET' | 'POST', path: string, body?: Body) => {
    const answer = await world.call(method, path, { credential, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  const known: Registration[] = await call('GET', '/merchant/apple-pay');
  const last = known.at(-1);
  if (!last) return await call('POST', '/merchant/apple-pay', named());
  if (last.certificates.some(({ status }) => status === 'requested')) return last;
  const body = { kind: 'processing' };
  return await call('POST', `/merchant/apple-pay/${last.id}/signing-request`, body);
}

const of = (body: Body = {}): Case =>
  about(['id'], async (owner) => ({ params: { id: (await registration(owner)).id }, body }));

/** What the simulator's portal signs. */
const signed = about(['id'], async (owner) => {
  const { id, apple_pay_merchant_id, certificates } = await registration(owner);
  const open = certificates.find(({ status }) => status === 'requested');
  const answer = await fetch(`${owner.world.lab?.url}/apple/certificate`, {
    method: 'POST',
    body: JSON.stringify({ merchant_id: apple_pay_merchant_id, request: open?.signing_request }),
  });
  return { params: { id }, body: (await answer.json()) as Body };
});

export const wallet_cases: Readonly<Record<string, Case>> = {
  'POST /merchant/apple-pay': says(named),
  'GET /merchant/apple-pay/{id}': of(),
  'POST /merchant/apple-pay/{id}': of({ display_name: 'The shop' }),
  'DELETE /merchant/apple-pay/{id}': of(),
  'POST /merchant/apple-pay/{id}/signing-request': of({ kind: 'processing' }),
  'POST /merchant/apple-pay/{id}/certificate': signed,
  'POST /merchant/apple-pay/{id}/test-certificates': of(),
};
