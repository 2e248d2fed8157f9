// The header: account, quick search, environment, countdown, light or dark, user.
import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { AccountType } from '../../contract/access/access.ts';
import type { Subject } from '../../contract/access/allowed.ts';
import type { CallerRecord } from '../../contract/identity/users.ts';
import { environmentBanner } from '../environment.ts';
import { IconButton } from '../kit/icon-button.tsx';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { useMedia } from '../kit/use-media.ts';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';
import basics from '../style/basics.module.css';
import { QuickSearch } from './global-search.tsx';
import styles from './header.module.css';
import { NewsButton } from './news.tsx';
import { PaletteOpener } from './palette/palette-opener.tsx';
import { SchemeButton } from './scheme-button.tsx';
import { Countdown } from './session/countdown.tsx';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  area: AccountType;
  caller: CallerRecord | undefined;
  who: Subject | undefined;
  menu: readonly MenuEntry[];
  /** The caller is loaded or failed to load: nothing shown before it will move any more. */
  known: boolean;
  menu_open: boolean;
  onMenu: () => void;
  onRefresh: () => void;
}

export function Header(props: HeaderProps) {
  const { area, caller, who, menu, known, menu_open, onMenu, onRefresh } = props;
  const tablet = useMedia('tablet');
  const wide = useMedia('header_search');
  const counts = useMedia('countdown');
  const username = useStore(session)?.username ?? '';
  const banner = environmentBanner();
  const opener = useRef<HTMLButtonElement>(null);
  const was_open = useRef(false);
  useEffect(() => {
    // The overlay menu was closed: the focus returns to the button that opened it.
    if (was_open.current && !menu_open) opener.current?.focus();
    was_open.current = menu_open;
  }, [menu_open]);
  return (
    <header className={styles.header}>
      {tablet && (
        <IconButton
          ref={opener}
          label="Open menu"
          icon={IconMenu2}
          size={20}
          aria-expanded={menu_open}
          onClick={onMenu}
        />
      )}
      {area !== 'admin' && (
        <span className={styles.accountName} data-part="account-name">
          {caller?.account_name}
        </span>
      )}
      {area === 'merchant' && wide && known && <QuickSearch />}
      <span className={styles.headerSpace} />
      {banner !== '' && (
        <span className={basics.environment} data-part="environment">
          {banner}
        </span>
      )}
      {counts && <Countdown onRefresh={onRefresh} />}
      <PaletteOpener area={area} menu={menu} caller={caller} who={who} />
      <NewsButton />
      <SchemeButton />
      <UserMenu
        area={area}
        who={who}
        name={caller?.name ?? ''}
        username={caller?.username || username}
        ip={caller?.ip ?? ''}
      />
    </header>
  );
}
