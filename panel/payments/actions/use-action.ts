// Sends an action on a transaction: one idempotency key a payload, its notice, what it makes stale.
import { useCallback, useRef } from 'react';
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

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same key for the same payload: a second press after a lost answer repeats nothing. */
export function usePayloadKey(): (payload: unknown) => string {
  const keys = useRef(new Map<string, string>());
  return useCallback((payload) => {
    const text = JSON.stringify(payload);
    const known = keys.current.get(text) ?? newKey();
    keys.current.set(text, known);
    return known;
  }, []);
}

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
