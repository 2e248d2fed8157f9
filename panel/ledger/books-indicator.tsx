// At the foot of the side menu: whether the books balance, and the time of the last check.
import { IconScale } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { Books } from '../../contract/ledger/books.ts';
import { type Display, useDisplay } from '../kit/format/display.ts';
import { formatDate, formatTime } from '../kit/format/moments.ts';
import { icon_16 } from '../kit/icon.ts';
import basics from '../style/basics.module.css';
import styles from './ledger.module.css';
import { booksPath } from './paths.ts';
import { useBooks } from './use-books.ts';

interface BooksIndicatorProps {
  area: AccountType;
  /** Only the icon is shown; the words stand in the title. */
  collapsed: boolean;
}

export function BooksIndicator({ area, collapsed }: BooksIndicatorProps) {
  const known = useBooks();
  const display = useDisplay();
  const { pathname } = useLocation();
  if (known === undefined) return null;
  const { tone, text, at } = booksText(known, display, new Date());
  const words = at === '' ? text : `${text} ·\u00a0${at}`;
  const to = booksPath(area);
  return (
    <Link
      to={to}
      className={styles.booksIndicator}
      data-tone={tone}
      title={collapsed ? words : undefined}
      aria-current={pathname === to ? 'page' : undefined}
    >
      <IconScale {...icon_16} />
      <span className={collapsed ? basics.hiddenText : undefined}>{words}</span>
    </Link>
  );
}

type BooksTone = 'ok' | 'bad' | 'mute';

export interface BooksText {
  tone: BooksTone;
  /** `Books balance`. */
  text: string;
  /** `10:41`, or the day where it was another one; '' before the first check. */
  at: string;
}

/** `now` is real time, as checks are. */
export function booksText(
  { checked_at, wrong, balanced }: Pick<Books, 'checked_at' | 'wrong' | 'balanced'>,
  display: Display,
  now: Date,
): BooksText {
  if (checked_at === null) return { tone: 'mute', text: 'Books not checked yet', at: '' };
  const day = formatDate(checked_at, display);
  const at = day === formatDate(now, display) ? formatTime(checked_at, display) : day;
  const good = balanced && wrong === 0;
  return { tone: good ? 'ok' : 'bad', text: good ? 'Books balance' : 'Check found a problem', at };
}
