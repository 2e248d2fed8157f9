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

interface ActionOptions<E extends Endpoint> {
  notice: string;
  /** Whether it succeeded, and may be told so; it says itself what did not. */
  accepts?: (data: DataOf<E>) => boolean;
  onClose: () => void;
}

/** A call whose error opens the error dialog and keeps its own dialog open. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E>) {
  const { notice, accepts = () => true, onClose } = options;
  const save = useSave(endpoint, {
    stales: shows_transactions,
    onSaved: onClose,
    tell: (data) => {
      if (accepts(data)) toast(notice);
    },
  });
  return {
    busy: save.isPending,
    error: save.error,
    send: (request: CallRequest<E>) => save.mutate(request),
  };
}
