// The state of the books as every screen shows it, read again while the panel is open.
import { useEffect } from 'react';
import { books } from '../../contract/ledger/books.ts';
import { useRecord } from '../hooks.ts';

/** The checks behind it run every few minutes and every night. */
const look_every_ms = 120_000;

/** Undefined until it is known; a failed look says nothing and keeps what was known. */
export function useBooks() {
  const by_itself = { quiet: true, background: true, stale_ms: look_every_ms };
  const { data, refetch } = useRecord(books.get, {}, by_itself);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch();
    }, look_every_ms);
    return () => clearInterval(timer);
  }, [refetch]);
  return data;
}
