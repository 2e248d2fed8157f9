// Brands of partners, one a domain, and a merchant's own styles (spec 1 §3 and §7).
import {
  type branding,
  branding_styles,
  type MerchantBrandingRecord,
  type PartnerBrandingRecord,
} from '../../../contract/accounts/branding.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import { notUnique } from '../../../contract/faults.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { connect, inTransaction, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { merchantRow, partnerRow } from '../rows.ts';
import { writeBrand } from './brand-logo.ts';
import { type BrandRow, brandTexts, checkColours } from './brand-rows.ts';
import { merchantMeant } from './logo.ts';

type SaveInput = InputOf<typeof branding.save>;

function toRecord(row: BrandRow): PartnerBrandingRecord {
  return {
    id: row.id,
    partner_id: row.partner_id ?? '',
    domain: row.domain,
    colorado_cap: row.colorado_cap,
    ...brandTexts(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function searchBranding(
  context: Context,
  { partnerId }: { partnerId: string },
  { limit, offset }: InputOf<typeof branding.search>,
) {
  const query = connect(context);
  await partnerRow(query, context, partnerId);
  const found = query
    .selectFrom('branding')
    .where('partner_id', '=', partnerId)
    .where(scope(context, 'branding.partner_id'));
  const [rows, counted] = await Promise.all([
    found.selectAll().orderBy('domain').limit(limit).offset(offset).execute(),
    found.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toRecord), total_count: counted.count };
}

async function brandWithin(query: Query | Tx, context: Context, id: string, lock = false) {
  let found = query
    .selectFrom('branding')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', 'is not', null)
    .where(scope(context, 'branding.partner_id'));
  if (lock) found = found.forUpdate();
  return (await found.executeTakeFirst()) ?? notFound();
}

function newBrand(context: Context, input: SaveInput): BrandRow & { partner_id: string } {
  const now = context.clock.now();
  const { domain, title, brand_name } = input;
  return {
    id: context.ids.next(),
    partner_id: input.partner_id ?? invalid('Partner ID'),
    domain: domain ?? invalid('Domain'),
    title: title ?? invalid('Title'),
    brand_name: brand_name ?? invalid('Brand Name'),
    address: '',
    support_email: '',
    support_phone: '',
    styles: {},
    products: [],
    logo_url: '',
    colorado_cap: false,
    created_at: now,
    updated_at: now,
  };
}

async function create(context: Context, input: SaveInput): Promise<BrandRow> {
  const brand = newBrand(context, input);
  return await inTransaction(context, brand.partner_id, async (tx) => {
    // Held, so that the partner is still the caller's when the brand stands.
    await partnerRow(tx, context, brand.partner_id, true);
    const { id, partner_id } = brand;
    await tx
      .insertInto('branding')
      .values({ ...brand, styles: '{}', products: '[]' })
      .execute();
    const row = await writeBrand(tx, context, brand, input);
    const after = toRecord(row);
    await audit(tx, context, {
      verb: 'save',
      noun: 'branding',
      id,
      merchant_id: partner_id,
      after,
    });
    return row;
  });
}

async function update(context: Context, id: string, input: SaveInput): Promise<BrandRow> {
  const { partner_id } = await brandWithin(connect(context), context, id);
  if (input.partner_id !== undefined && input.partner_id !== partner_id) invalid('Partner ID');
  return await inTransaction(context, partner_id, async (tx) => {
    const before = await brandWithin(tx, context, id, true);
    const row = await writeBrand(tx, context, before, input);
    await audit(tx, context, {
      verb: 'save',
      noun: 'branding',
      id,
      merchant_id: partner_id ?? '',
      before: toRecord(before),
      after: toRecord(row),
    });
    return row;
  });
}

/** The id given, else that of the domain's entry in scope: a second call updates it. */
async function entryOf(context: Context, { id, domain }: SaveInput): Promise<string | undefined> {
  if (id !== undefined || domain === undefined) return id;
  const row = await connect(context)
    .selectFrom('branding')
    .select('id')
    .where('domain', '=', domain)
    .where('partner_id', 'is not', null)
    .where(scope(context, 'branding.partner_id'))
    .executeTakeFirst();
  return row?.id;
}

/** The product's own address is the office's to brand: nobody else claims it. */
function mayClaim(context: Context, domain: string | undefined): void {
  const { public_url } = context.config;
  if (domain === undefined || public_url === '' || context.actor.account_type === 'admin') return;
  if (new URL(public_url).hostname === domain) {
    refuse('forbidden', 'forbidden: only an administrator can change the brand of this domain');
  }
}

/** Makes or changes a brand; 400 where the domain has one already, whosever it is. */
export async function saveBranding(context: Context, _params: unknown, input: SaveInput) {
  checkColours(input.styles ?? {});
  mayClaim(context, input.domain);
  const id = await entryOf(context, input);
  const saved = id === undefined ? create(context, input) : update(context, id, input);
  const sentences = { branding_domain_key: notUnique('domain') };
  return toRecord(await refuseOnConstraint(saved, sentences, 'invalid'));
}

export async function removeBranding(context: Context, { id }: { id: string }): Promise<void> {
  const { partner_id } = await brandWithin(connect(context), context, id);
  await inTransaction(context, partner_id, async (tx) => {
    const before = toRecord(await brandWithin(tx, context, id, true));
    await tx.deleteFrom('branding').where('id', '=', id).execute();
    const merchant_id = before.partner_id;
    await audit(tx, context, { verb: 'remove', noun: 'branding', id, merchant_id, before });
  });
}

function merchantBrand(id: string, styles: unknown): MerchantBrandingRecord {
  return {
    id,
    account_type: 'merchant',
    account_type_id: id,
    styles: branding_styles.parse(styles),
  };
}

export async function getMerchantBranding(context: Context, { id }: { id: string }) {
  return merchantBrand(id, (await merchantRow(connect(context), context, id)).styles);
}

export async function saveMerchantBranding(
  context: Context,
  _params: unknown,
  input: InputOf<typeof branding.saveMerchant>,
) {
  const id = merchantMeant(context, input.merchant_id);
  checkColours(input.styles);
  await inTransaction(context, id, async (tx) => {
    const { styles } = await merchantRow(tx, context, id, true);
    await tx
      .updateTable('merchant')
      .set({ styles: JSON.stringify(input.styles) })
      .where('merchant_id', '=', id)
      .execute();
    await audit(tx, context, {
      verb: 'update',
      noun: 'merchant',
      id,
      merchant_id: id,
      before: { styles },
      after: { styles: input.styles },
    });
  });
  return merchantBrand(id, input.styles);
}
