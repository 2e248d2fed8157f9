// Reads why a transaction ended as it did; without the trace the record alone explains it.
import type { AccountType } from '../../../../contract/access/access.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { useRecord } from '../../../hooks.ts';

/** Undefined while it is on its way, null where it could not be read. */
export function useExplanation(
  t: Pick<TransactionRecord, 'id' | 'merchant_id'>,
  area: AccountType,
): Explanation | null | undefined {
  const own = area === 'merchant';
  const quiet = { quiet: true };
  const mine = useRecord(
    transactions.explain,
    { params: { id: t.id } },
    { ...quiet, enabled: own },
  );
  const theirs = useRecord(
    transactions.explainOf,
    { params: { merchantId: t.merchant_id, id: t.id } },
    { ...quiet, enabled: !own },
  );
  const { data, isError } = own ? mine : theirs;
  return data ?? (isError ? null : undefined);
}
