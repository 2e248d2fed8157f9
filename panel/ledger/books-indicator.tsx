// At the foot of the side menu: whether the books balance, and the time of the last check.
import { IconScale } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { useDisplay } from '../kit/format/display.ts';
import { icon_16 } from '../kit/icon.ts';
import { booksText } from './books-text.ts';
import { booksPath } from './paths.ts';
import { useBooks } from './use-books.ts';
import './ledger.css';

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
  const { tone, said, at } = booksText(known, display, new Date());
  const words = at === '' ? said : `${said} · ${at}`;
  const to = booksPath(area);
  return (
    <Link
      to={to}
      className="books-indicator"
      data-tone={tone}
      title={collapsed ? words : undefined}
      aria-current={pathname === to ? 'page' : undefined}
    >
      <IconScale {...icon_16} />
      <span className={collapsed ? 'hidden-text' : undefined}>{words}</span>
    </Link>
  );
}
