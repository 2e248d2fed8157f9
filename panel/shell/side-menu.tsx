// The menu at the side: 216 px, 52 px collapsed, and over the page on tablets and phones.
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { AccountType } from '../../contract/access.ts';
import { icon_16 } from '../kit/icon.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { BooksIndicator } from '../ledger/books-indicator.tsx';
import { useStore } from '../store.ts';
import { BrandMark } from './brand-mark.tsx';
import { brand } from './branding.ts';

interface SideMenuProps {
  area: AccountType;
  /** The user's rights; undefined until they are known. */
  permissions: Readonly<Record<string, boolean>> | undefined;
  entries: readonly MenuEntry[];
  collapsed: boolean;
  /** Lies over the page: closing hides it. */
  over: boolean;
  onToggle: () => void;
}

function MenuLink({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
  const Icon = entry.icon;
  const { pathname } = useLocation();
  const here = pathname === entry.to || (entry.covers?.test(pathname) ?? false);
  return (
    <Link
      to={entry.to}
      title={collapsed ? entry.label : undefined}
      aria-current={here ? 'page' : undefined}
    >
      <Icon {...icon_16} />
      <span className={collapsed ? 'hidden-text' : undefined}>{entry.label}</span>
    </Link>
  );
}

/** Entries the user may follow; what takes a right comes once the rights are known. */
export function shownEntries(
  entries: readonly MenuEntry[],
  permissions: SideMenuProps['permissions'],
): readonly MenuEntry[] {
  return entries.filter(
    ({ permission }) => permission === undefined || permissions?.[permission] === true,
  );
}

export function SideMenu(props: SideMenuProps) {
  const { area, permissions, entries, collapsed, over, onToggle } = props;
  const { brand_name } = useStore(brand);
  const label = over ? 'Close menu' : collapsed ? 'Expand menu' : 'Collapse menu';
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    if (over) menu.current?.querySelector('a')?.focus();
  }, [over]);
  const keyed = (event: KeyboardEvent) => {
    if (over && event.key === 'Escape') onToggle();
  };
  const Icon = over
    ? IconX
    : collapsed
      ? IconLayoutSidebarLeftExpand
      : IconLayoutSidebarLeftCollapse;
  return (
    <nav
      ref={menu}
      className="side-menu"
      aria-label="Main menu"
      data-collapsed={collapsed || undefined}
      onKeyDown={keyed}
    >
      <div className="brand-name">
        <BrandMark />
        {!collapsed && brand_name}
      </div>
      <div className="side-links">
        {shownEntries(entries, permissions).map((entry) => (
          <MenuLink key={entry.to} entry={entry} collapsed={collapsed} />
        ))}
      </div>
      <div className="side-foot">
        <BooksIndicator area={area} collapsed={collapsed} />
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          aria-expanded={!collapsed}
          onClick={onToggle}
        >
          <Icon {...icon_16} />
        </button>
      </div>
    </nav>
  );
}
