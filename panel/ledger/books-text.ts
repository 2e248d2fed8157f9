// The state of the books in words: whether they balance, and when that was last looked at.
import type { Books } from '../../contract/ledger/books.ts';
import type { Display } from '../kit/format/display.ts';
import { formatDate, formatTime } from '../kit/format/moments.ts';

type BooksTone = 'ok' | 'bad' | 'mute';

export interface BooksText {
  tone: BooksTone;
  /** `Books balance`. */
  said: string;
  /** `10:41`, or the day where it was another one; '' before the first check. */
  at: string;
}

/** `now` is real time, as checks are. */
export function booksText(
  { checked_at, wrong, balanced }: Pick<Books, 'checked_at' | 'wrong' | 'balanced'>,
  display: Display,
  now: Date,
): BooksText {
  if (checked_at === null) return { tone: 'mute', said: 'Books not checked yet', at: '' };
  const day = formatDate(checked_at, display);
  const at = day === formatDate(now, display) ? formatTime(checked_at, display) : day;
  const good = balanced && wrong === 0;
  return { tone: good ? 'ok' : 'bad', said: good ? 'Books balance' : 'Books differ', at };
}
