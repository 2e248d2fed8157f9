// For tests of prices: the fee program of a merchant and the rate of its processors.
import { connect } from '../db/database.ts';
import { invalidateMerchant } from '../payments/merchant-config.ts';
import type { MoneyWorld } from './worlds/money-world.ts';

const always = { support_blind_credits: true, allow_ibx_bin_lookup: true };

/** Program, rate of the processors and tax of m1. */
export async function setFeeProgram(
  w: MoneyWorld,
  permissions: object,
  flags: object,
): Promise<void> {
  const { id } = w.m1.account;
  const query = connect(w.world.system, id);
  const documents = {
    permissions: JSON.stringify({ ...always, ...permissions }),
    flags: JSON.stringify(flags),
    default_values: JSON.stringify({ merchant: { tax_rate: 7000 } }),
  };
  await query.updateTable('merchant').set(documents).where('merchant_id', '=', id).execute();
  const rate = { payment_adj_type: 'percentage', payment_adj_value: 3990 };
  await query.updateTable('processor').set(rate).where('merchant_id', '=', id).execute();
  invalidateMerchant(w.world.system, id);
}
