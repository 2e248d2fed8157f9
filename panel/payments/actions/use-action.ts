// Sends an action on a transaction: its notice, and what it makes stale.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { CallRequest, DataOf } from '../../api.ts';
import { useSave } from '../../hooks.ts';
import { toast } from '../../notices.ts';

/** Everything that shows a transaction. */
export const shows_transactions = [
  transactions.get,
  transactions.getOf,
  transactions.search,
  transactions.searchBelow,
  transactions.searchOf,
  transactions.totals,
  transactions.events,
  transactions.eventsOf,
  transactions.ledgerOf,
  transactions.explain,
  transactions.explainOf,
  transactions.emails,
  transactions.emailsOf,
];

/**
 * A call whose error opens the error dialog and keeps its own dialog open; `done` returns whether
 * it succeeded.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  notice: string,
  onDone: (data: DataOf<E>) => boolean,
) {
  const save = useSave(endpoint, {
    stales: shows_transactions,
    onSaved: (data) => {
      if (onDone(data)) toast(notice);
    },
  });
  return {
    busy: save.isPending,
    error: save.error,
    send: (request: CallRequest<E>) => save.mutate(request),
  };
}
