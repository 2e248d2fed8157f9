// What a commit says to the outbox of its process.
import type { Context } from '../context.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    /** In the words of the event's kind; each consumer knows those of its kinds. */
    'outbox.payload': unknown;
  }
}

/** Whom a commit wakes: the outbox of this process, or nobody where none runs. */
export interface OutboxWaker {
  wake(): void;
}

export const no_wake = () => undefined;

export function makeOutboxWaker(): OutboxWaker {
  return { wake: no_wake };
}

/** Says that an event has just been committed; costs nothing where no outbox runs. */
export function wakeOutbox({ outbox_waker }: Context): void {
  outbox_waker.wake();
}
