// What a room contributes to "Waiting for you": how its kind of work reads and where it is done.
import type { Icon } from '@tabler/icons-react';
import type { AccountType } from '../../contract/access/access.ts';

/** How much of one kind waits. */
export interface ActionItemFacts {
  count: number;
  /** '' where money is no part of it. */
  currency: string;
  /** Of the only one, where it has a name. */
  name: string;
}

/** The same facts as the reader sees them. */
export interface ActionItemTexts {
  /** `$2,049.94`; '' where money is no part of it, or the reader may not see sums. */
  money: string;
  /** The day of the oldest one, of what expires the first; '' where there is none. */
  day: string;
}

export interface ActionItemKind {
  icon: Icon;
  tone: 'bad' | 'warn' | 'mute';
  /** `2 flagged payments`. */
  title: (one: ActionItemFacts) => string;
  /** What it means, and since or until when. */
  note: (texts: ActionItemTexts, one: ActionItemFacts) => string;
  /** Verb of the next step. */
  action: string;
  /** Where it is done: an address, or what opens it on this screen. */
  to: ((area: AccountType, one: ActionItemFacts) => string) | { open: () => void };
}

/** `2 flagged payments`, `1 flagged payment`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
