// Reads what became of a transaction after its first response; what cannot be read is left out.
import type { AccountType } from '../../../../contract/access/access.ts';
import type { EmailEvent } from '../../../../contract/messages/email-events.ts';
import {
  type StatusMove,
  transactions,
} from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { useRecord } from '../../../hooks.ts';

/** Undefined while it is on its way. */
export function useLaterEvents(
  t: Pick<TransactionRecord, 'id' | 'merchant_id'>,
  area: AccountType,
): { moves: readonly StatusMove[]; mails: readonly EmailEvent[] } | undefined {
  const own = area === 'merchant';
  const mine = [{ params: { id: t.id } }, { quiet: true, enabled: own }] as const;
  const theirs = [
    { params: { merchantId: t.merchant_id, id: t.id } },
    { quiet: true, enabled: !own },
  ] as const;
  const own_moves = useRecord(transactions.events, ...mine);
  const other_moves = useRecord(transactions.eventsOf, ...theirs);
  const own_mails = useRecord(transactions.emails, ...mine);
  const other_mails = useRecord(transactions.emailsOf, ...theirs);
  const moves = own ? own_moves : other_moves;
  const mails = own ? own_mails : other_mails;
  if (moves.isLoading || mails.isLoading) return undefined;
  return { moves: moves.data?.rows ?? [], mails: mails.data?.rows ?? [] };
}
