// The menu at the side: 216 px, 52 px collapsed, and over the page on tablets and phones.

import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLock,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type Subject, whyNotAllowed } from '../../contract/access/allowed.ts';
import { brand } from '../brand.ts';
import { icon_14, icon_16 } from '../kit/icon.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { type MenuEntry, menu_groups } from '../kit/menu-entry.ts';
import { useMedia } from '../kit/use-media.ts';
import { BooksIndicator } from '../ledger/books-indicator.tsx';
import { useStore } from '../store.ts';
import basics from '../style/basics.module.css';
import { BrandMark } from './brand/brand-mark.tsx';
import { openPalette } from './palette/open.ts';
import styles from './side-menu.module.css';

interface SideMenuProps {
  area: AccountType;
  /** Whose menu it is; undefined until that is known. */
  who: Subject | undefined;
  /** While viewing as another user, entries hidden from them are shown with the reason. */
  explained: boolean;
  entries: readonly MenuEntry[];
  collapsed: boolean;
  /** Lies over the page: closing hides it. */
  over: boolean;
  onToggle: () => void;
}

interface ShownEntry extends MenuEntry {
  /** Why the entry cannot be followed, or ''. */
  reason: string;
}

function MenuLink({ entry, collapsed }: { entry: ShownEntry; collapsed: boolean }) {
  const Icon = entry.icon;
  const { pathname } = useLocation();
  const { label, reason } = entry;
  if (reason !== '') {
    return (
      <button type="button" className={styles.blocked} aria-disabled="true" title={reason}>
        <Icon {...icon_16} />
        <span className={collapsed ? basics.hiddenText : undefined}>{label}</span>
        {!collapsed && <IconLock {...icon_14} className={styles.lock} />}
        <span className={basics.hiddenText}>. {reason}</span>
      </button>
    );
  }
  const here = pathname === entry.to || (entry.covers?.test(pathname) ?? false);
  return (
    <Link
      to={entry.to}
      title={collapsed ? label : undefined}
      aria-current={here ? 'page' : undefined}
    >
      <Icon {...icon_16} />
      <span className={collapsed ? basics.hiddenText : undefined}>{label}</span>
    </Link>
  );
}

/**
 * Entries the user may follow, and the others with their reasons where they are `explained`; what
 * needs a right is added once the caller is loaded.
 */
export function shownEntries(
  entries: readonly MenuEntry[],
  who: Subject | undefined,
  explained = false,
): readonly ShownEntry[] {
  return entries
    .filter(({ needs }) => needs === undefined || who !== undefined)
    .map((entry) => ({
      ...entry,
      reason: entry.needs && who ? whyNotAllowed(entry.needs, who) : '',
    }))
    .filter(({ reason }) => explained || reason === '');
}

/** The parts of a menu that have entries, the first without a name. */
export function menuParts<Entry extends Pick<MenuEntry, 'group'>>(entries: readonly Entry[]) {
  return [undefined, ...menu_groups]
    .map((name) => ({ name, entries: entries.filter(({ group }) => group === name) }))
    .filter((part) => part.entries.length > 0);
}

interface PartProps {
  /** undefined of the first, which needs none. */
  name: string | undefined;
  entries: readonly ShownEntry[];
  collapsed: boolean;
}

function Part({ name, entries, collapsed }: PartProps) {
  const id = useId();
  return (
    <>
      {name && (
        <p className={styles.group} id={id}>
          <span className={collapsed ? basics.hiddenText : undefined}>{name}</span>
        </p>
      )}
      <ul aria-labelledby={name && id}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <MenuLink entry={entry} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The palette opens once the menu has given the page back. */
function FindButton({ onPress }: { onPress: () => void }) {
  const press = () => {
    onPress();
    setTimeout(openPalette);
  };
  return (
    <button type="button" className={styles.find} onClick={press}>
      <IconSearch {...icon_16} />
      Find anything
    </button>
  );
}

export function SideMenu(props: SideMenuProps) {
  const { area, who, explained, entries, collapsed, over, onToggle } = props;
  const { brand_name } = useStore(brand);
  const label = over ? 'Close menu' : collapsed ? 'Expand menu' : 'Collapse menu';
  const menu = useRef<HTMLElement>(null);
  const phone = useMedia('phone');
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
      className={styles.menu}
      data-part="side-menu"
      aria-label="Main menu"
      data-collapsed={collapsed || undefined}
      onKeyDown={keyed}
    >
      <div className={basics.brandName} data-part="brand-name">
        <BrandMark />
        {!collapsed && brand_name}
      </div>
      <div className={styles.links} data-part="side-links">
        {phone && <FindButton onPress={onToggle} />}
        {menuParts(shownEntries(entries, who, explained)).map((part) => (
          <Part key={part.name ?? ''} {...part} collapsed={collapsed} />
        ))}
      </div>
      <div className={styles.foot}>
        <BooksIndicator area={area} collapsed={collapsed} />
        <IconButton
          label={label}
          icon={Icon}
          title={label}
          aria-expanded={!collapsed}
          onClick={onToggle}
        />
      </div>
    </nav>
  );
}
