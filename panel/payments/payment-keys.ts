// Idempotency keys of the panel's own calls: kept while an answer is lost, and no longer (Q8).
import { useEffect, useState } from 'react';
import { ApiError } from '../api.ts';

/** A day: a person may come back to a form long after its answer was lost. */
const key_seconds = 86_400;

/** What a call sends of its key: as long as the page may repeat it, the server knows it. */
export const keyed = (idempotency_key: string) => ({
  idempotency_key,
  idempotency_time: key_seconds,
});

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Below 500 the server has refused and no money moved; else nobody knows yet. */
export function isDefinite(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export type PaymentKeys = ReturnType<typeof makeKeys>;

/** The same key for the same payload until its answer is there. */
function makeKeys() {
  const keys = new Map<string, string>();
  /** A second press after a lost answer repeats nothing. */
  const of = (payload: unknown) => {
    const text = JSON.stringify(payload);
    const known = keys.get(text) ?? newKey();
    keys.set(text, known);
    return keyed(known);
  };
  return {
    of,
    forgetAll: () => keys.clear(),
    /** Sends with the payload's key. Once answered, the same payload is another request. */
    async send<T>(payload: unknown, call: (key: ReturnType<typeof keyed>) => Promise<T>) {
      const forget = () => void keys.delete(JSON.stringify(payload));
      try {
        const answer = await call(of(payload));
        forget();
        return answer;
      } catch (error) {
        if (isDefinite(error)) forget();
        throw error;
      }
    },
  };
}

/** The keys of a screen, as long as it is mounted. */
export function usePaymentKeys(): PaymentKeys {
  return useState(makeKeys)[0];
}

/** The keys of a dialog with this last error: what was refused may be sent anew. */
export function useForgetting(keys: PaymentKeys, error: ApiError | null): void {
  useEffect(() => {
    if (isDefinite(error)) keys.forgetAll();
  }, [keys, error]);
}
