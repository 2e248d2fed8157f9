// The name under which a device or an authenticator app lists what it holds for an account.
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';

/** The name of the account's brand; the product's own where no account above has one. */
export async function brandName(context: Context, account_id: string): Promise<string> {
  const brand = await context.accountBrand(connect(context), context, account_id);
  return brand?.brand_name ?? 'Penstock';
}
