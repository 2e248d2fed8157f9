// What a room contributes to "Waiting for you": how its kind of work reads and where it is done.
import type { Icon } from '@tabler/icons-react';
import type { AccountType } from '../../contract/access/access.ts';

/** How much of one kind waits. */
export interface WaitingFacts {
  count: number;
  /** Minor units; 0 where money is no part of it. */
  amount: number;
  currency: string;
  /** RFC 3339; of what expires, the moment it does first. */
  oldest_at: string | null;
  /** Of the only one, where it has a name. */
  name: string;
}

export interface WaitingKind {
  icon: Icon;
  tone: 'bad' | 'warn' | 'mute';
  /** `2 flagged payments`. */
  title: (one: WaitingFacts) => string;
  /** What it means, and since or until when; `dayOf` prints a moment's day. */
  note: (one: WaitingFacts, dayOf: (at: string) => string) => string;
  /** Verb of the next step. */
  action: string;
  to: (area: AccountType, one: WaitingFacts) => string;
}

/** `2 flagged payments`, `1 flagged payment`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
