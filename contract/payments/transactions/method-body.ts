// The one member of `response_body`, whichever it is, for those who read what methods share.
import type { ResponseBody } from './record.ts';

export function methodBody({ card, terminal, ach, cash }: ResponseBody) {
  return card ?? terminal ?? ach ?? cash;
}

/** The card that was keyed, swiped or presented at a terminal. */
export function cardBody({ card, terminal }: ResponseBody) {
  return card ?? terminal;
}

/** `Chip`, `Keyed`: how the card was read; '' where nothing is known. */
export function entryOf(body: ResponseBody): string {
  return cardBody(body)?.entry_type ?? '';
}
