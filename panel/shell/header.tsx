// The header: account, quick search, environment, countdown, light or dark, user.
import { IconMenu2 } from '@tabler/icons-react';
import type { AccountType } from '../../contract/access.ts';
import type { CallerRecord } from '../../contract/identity/users.ts';
import { environmentBanner } from '../environment.ts';
import { icon_20 } from '../kit/icon.ts';
import { useMedia } from '../kit/use-media.ts';
import { session } from '../session.ts';
import { useStore } from '../store.ts';
import { Countdown } from './countdown.tsx';
import { QuickSearch } from './quick-search.tsx';
import { SchemeButton } from './scheme-button.tsx';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  area: AccountType;
  caller: CallerRecord | undefined;
  onMenu: () => void;
  onRefresh: () => void;
}

export function Header({ area, caller, onMenu, onRefresh }: HeaderProps) {
  const tablet = useMedia('tablet');
  const wide = useMedia('header_search');
  const counts = useMedia('countdown');
  const username = useStore(session)?.username ?? '';
  const banner = environmentBanner();
  return (
    <header className="header">
      {tablet && (
        <button type="button" className="icon-button" aria-label="Open menu" onClick={onMenu}>
          <IconMenu2 {...icon_20} />
        </button>
      )}
      {area !== 'admin' && <span className="account-name">{caller?.account_name}</span>}
      {area === 'merchant' && wide && <QuickSearch />}
      <span className="header-space" />
      {banner !== '' && <span className="environment">{banner}</span>}
      {counts && <Countdown onRefresh={onRefresh} />}
      <SchemeButton />
      <UserMenu name={caller?.name || username} ip={caller?.ip ?? ''} />
    </header>
  );
}
