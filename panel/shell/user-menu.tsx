// Who is signed in and from where, and the way out.
import { Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconKey,
  IconLock,
  IconLogout,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { allowed, type Subject } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { icon_14, icon_16, icon_20 } from '../kit/icon.ts';
import basics from '../style/basics.module.css';
import styles from './header.module.css';
import { leave } from './session/sign-out.ts';

const longest_ip = 15;

/** 15 characters and `...`, only where the address is longer (spec 1 §1, decisions G25). */
export function shortIp(ip: string): string {
  return ip.length > longest_ip ? `${ip.slice(0, longest_ip)}...` : ip;
}

/** Keys of a merchant are its admin role's business (decisions G12). */
export function ownPages(area: AccountType, who: Subject | undefined) {
  const keys = { label: 'Api Keys', to: `/${area}/manage_api_keys`, icon: IconKey };
  return [
    { label: 'Account', to: `/${area}/manage_account`, icon: IconUser },
    ...(who && allowed(may.see_api_keys, who).ok ? [keys] : []),
    { label: 'Change Password', to: `/${area}/change_password`, icon: IconLock },
    { label: 'Two Factor Auth', to: `/${area}/two_factor_auth`, icon: IconShieldLock },
  ];
}

interface UserMenuProps {
  area: AccountType;
  who: Subject | undefined;
  /** The person's own name, or ''. */
  name: string;
  username: string;
  ip: string;
}

export function UserMenu({ area, who, name, username, ip }: UserMenuProps) {
  const [opened, setOpened] = useState(false);
  const keyed = (event: KeyboardEvent) => {
    if (opened || event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpened(true);
  };
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={220}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={styles.userButton}
          data-part="user-button"
          onKeyDown={keyed}
        >
          <span className={basics.hiddenText}>User menu, {username}, </span>
          <span className={styles.userLines}>
            <span aria-hidden="true" title={name}>
              {username}
            </span>
            <small title={ip}>{shortIp(ip) || '\u00a0'}</small>
          </span>
          <IconChevronDown {...icon_14} className={styles.userChevron} />
          <IconUser {...icon_20} className={styles.userIcon} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.userLabel}>
          {name || username}
          <br />
          <span className={basics.mono}>{ip}</span>
        </Menu.Label>
        {ownPages(area, who).map(({ label, to, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon {...icon_16} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon_16} />} onClick={leave}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
