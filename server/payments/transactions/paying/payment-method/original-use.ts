// The first use of a stored card that a payment refers to, by the network's ID of it.
import type { Context } from '../../../../context.ts';
import { connect } from '../../../../db/database.ts';
import { scope } from '../../../../db/scope.ts';
import type { PaymentSource } from './payment-source.ts';

/**
 * The network's id of the first use; '' where there was none or its network gave none. An ID
 * that is no transaction of the merchant's is the network's: the first use was at another gateway.
 */
export async function originalNetworkId(
  context: Context,
  { input, method, saved }: Pick<PaymentSource, 'input' | 'method' | 'saved'>,
): Promise<string> {
  const { initial_transaction_id: id } = input;
  if (id === undefined || method.kind !== 'card') return '';
  if (id === saved?.initial_transaction_id) return saved.network_transaction_id;
  const row = await connect(context)
    .selectFrom('transaction')
    .select('detail')
    .where(scope(context, 'transaction.merchant_id'))
    .where('merchant_id', '=', context.actor.account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (row.detail.network_transaction_id ?? '') : id;
}
