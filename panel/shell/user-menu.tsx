// Who is signed in and from where, and the way out.
import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { icon_14, icon_16, icon_20 } from '../kit/icon.ts';
import { signOut } from './sign-out.ts';

const longest_ip = 15;

/** 15 characters and `...`, only where the address is longer (spec 1 §1, decisions G25). */
export function shortIp(ip: string): string {
  return ip.length > longest_ip ? `${ip.slice(0, longest_ip)}...` : ip;
}

export function UserMenu({ name, ip }: { name: string; ip: string }) {
  return (
    <Menu position="bottom-end" width={220} withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className="user-button">
          <span className="hidden-text">User menu, {name}, </span>
          <span className="user-lines">
            <span aria-hidden="true">{name}</span>
            <small title={ip}>{shortIp(ip)}</small>
          </span>
          <IconChevronDown {...icon_14} className="user-chevron" />
          <IconUser {...icon_20} className="user-icon" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="user-label">
          {name}
          <br />
          <span className="mono">{ip}</span>
        </Menu.Label>
        <Menu.Item leftSection={<IconLogout {...icon_16} />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
