// The image of a brand: stored in the commit of the brand, served to anybody on any host.
import type { BrandInput } from '../../../contract/accounts/branding.ts';
import type { Context } from '../../context.ts';
import { connect, type Tx } from '../../db/database.ts';
import type { BrandRow } from './brand-rows.ts';
import { type Image, readImage, servedImage } from './logo.ts';

const path_of = '/api/brand-logo/';

/**
 * What a form says of the image: undefined keeps it, null takes it away. A form sends back the path
 * that it was shown; any other path is not an image.
 */
function enteredLogo(text: string | null | undefined, stored: string): Image | null | undefined {
  if (text === undefined || text === null || (text === stored && text !== '')) return undefined;
  return text === '' ? null : readImage(text);
}

/** The path of the brand's image once the given one stands. */
async function putLogo(tx: Tx, context: Context, branding_id: string, image: Image | null) {
  await tx.deleteFrom('branding_logo').where('branding_id', '=', branding_id).execute();
  if (image === null) return '';
  const id = context.ids.next();
  await tx
    .insertInto('branding_logo')
    .values({ id, branding_id, ...image, created_at: context.clock.now() })
    .execute();
  return path_of + id;
}

/** Writes a brand with its image, in the transaction that holds its row; the row as it stands. */
export async function writeBrand(
  tx: Tx,
  context: Context,
  before: BrandRow,
  input: BrandInput & { domain?: string; colorado_cap?: boolean | null },
): Promise<BrandRow> {
  const image = enteredLogo(input.logo, before.logo_url);
  const logo_url =
    image === undefined ? before.logo_url : await putLogo(tx, context, before.id, image);
  return await tx
    .updateTable('branding')
    .set({
      domain: input.domain ?? before.domain,
      title: input.title ?? before.title,
      brand_name: input.brand_name ?? before.brand_name,
      address: input.address ?? before.address,
      support_email: input.support_email ?? before.support_email,
      support_phone: input.support_phone ?? before.support_phone,
      styles: JSON.stringify(input.styles ?? before.styles),
      products: JSON.stringify(input.products ?? before.products),
      logo_url,
      colorado_cap: input.colorado_cap ?? before.colorado_cap,
      updated_at: context.clock.now(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** For anybody: the page before the sign-in shows it. */
export async function getBrandLogo(context: Context, { id }: { id: string }) {
  const row = await connect(context)
    .selectFrom('branding_logo')
    .select(['bytes', 'content_type'])
    .where('id', '=', id)
    .executeTakeFirst();
  return servedImage(context, row);
}
