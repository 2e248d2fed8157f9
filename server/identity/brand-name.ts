// The name under which a device or an authenticator app keeps what it holds for an account.
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';

/** The brand of the account; the product's own where nobody has branded anything. */
export async function brandName(context: Context, account_id: string): Promise<string> {
  const brand = await context.accountBrand(connect(context), context, account_id);
  return brand?.brand_name ?? 'Penstock';
}
