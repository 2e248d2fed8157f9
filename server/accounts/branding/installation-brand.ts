// The brand of the installation: of every host that has none of its own, and of the letters of
// whoever stands below no branded partner.
import type { branding, InstallationBrand } from '../../../contract/accounts/branding.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { writeBrand } from './brand-logo.ts';
import { type BrandRow, brandTexts, checkColours } from './brand-rows.ts';

/** What an installation shows that nobody has branded. */
const product = {
  title: 'Penstock',
  brand_name: 'Penstock',
  address: '',
  support_email: '',
  support_phone: '',
};
export const product_brand: InstallationBrand = {
  ...product,
  styles: {},
  products: [],
  logo_url: '',
};

const own_domain = '';

const toRecord = (row: BrandRow | undefined): InstallationBrand =>
  row ? brandTexts(row) : product_brand;

export async function getInstallationBrand(context: Context): Promise<InstallationBrand> {
  const row = await connect(context)
    .selectFrom('branding')
    .selectAll()
    .where('domain', '=', own_domain)
    .executeTakeFirst();
  return toRecord(row);
}

/** Members left out keep their value; the audit row is the office's. */
export async function saveInstallationBrand(
  context: Context,
  _params: unknown,
  input: InputOf<typeof branding.saveInstallation>,
): Promise<InstallationBrand> {
  checkColours(input.styles ?? {});
  const { account_id } = context.actor;
  return await inTransaction(context, account_id, async (tx) => {
    // Two first savings at once: the second one waits for the row of the first.
    await tx
      .insertInto('branding')
      .values({ id: context.ids.next(), domain: own_domain, ...product })
      .onConflict((conflict) => conflict.column('domain').doNothing())
      .execute();
    const before = await tx
      .selectFrom('branding')
      .selectAll()
      .where('domain', '=', own_domain)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const row = await writeBrand(tx, context, before, input);
    await audit(tx, context, {
      verb: 'save',
      noun: 'branding',
      id: row.id,
      merchant_id: account_id,
      before: toRecord(before),
      after: toRecord(row),
    });
    return toRecord(row);
  });
}
