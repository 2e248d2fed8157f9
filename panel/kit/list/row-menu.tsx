// The menu of a row: Open first, then its actions; what is not possible stays and says why.

import { Menu } from '@mantine/core';
import { IconArrowRight, IconExternalLink } from '@tabler/icons-react';
import { type ComponentProps, Fragment, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import basics from '../../style/basics.module.css';
import { icon_16 } from '../icon.ts';
import { HintKey } from '../keys/hint-key.tsx';
import { openTab } from '../new-tab.ts';
import type { RowAction } from './list-types.ts';
import styles from './table.module.css';

interface RowMenuProps {
  name: string;
  /** Called when the menu opens, not when the row is rendered. */
  groupsOf: () => readonly (readonly RowAction[])[];
  /** Where the row opens. */
  to: string;
}

function Action({ action, run }: { action: RowAction; run: () => void }) {
  const Icon = action.icon;
  const blocked = typeof action.reason === 'string';
  return (
    <Menu.Item
      leftSection={<Icon {...icon_16} />}
      rightSection={action.amount && <span className={styles.menuAmount}>{action.amount}</span>}
      data-destructive={action.destructive || undefined}
      aria-disabled={blocked}
      data-blocked={blocked || undefined}
      closeMenuOnClick={!blocked}
      onClick={() => !blocked && run()}
    >
      {action.label}
      {blocked && <span className={styles.menuReason}>{action.reason}</span>}
    </Menu.Item>
  );
}

function MenuButton({ name, ...props }: { name: string } & ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="button"
      className={`${basics.iconButton} ${styles.rowDots}`}
      data-row-menu
      aria-haspopup="menu"
      aria-label={`Actions for ${name}`}
    />
  );
}

/** A hundred rows have a hundred buttons; a menu is mounted only when one is pressed. */
export function RowMenu(props: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  if (opened) return <OpenedMenu {...props} />;
  return <MenuButton name={props.name} aria-expanded={false} onClick={() => setOpened(true)} />;
}

function OpenedMenu({ name, groupsOf, to }: RowMenuProps) {
  const [opened, setOpened] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  // Set on the row by hand: a `:has()` selector would cost time for each row that is drawn.
  useEffect(() => {
    button.current?.closest('[data-row]')?.toggleAttribute('data-open', opened);
  }, [opened]);
  const change = (open: boolean) => {
    setOpened(open);
    if (!open) button.current?.focus();
  };
  // The dialog that an action opens gives the focus back to where it came from: this row.
  const after = (run: () => void) => () => {
    button.current?.focus();
    run();
  };
  return (
    <Menu
      opened={opened}
      onChange={change}
      position="bottom-end"
      width={272}
      withinPortal
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MenuButton ref={button} name={name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowRight {...icon_16} />}
          rightSection={<HintKey>↵</HintKey>}
          onClick={() => void navigate(to)}
        >
          Open
        </Menu.Item>
        <Menu.Item leftSection={<IconExternalLink {...icon_16} />} onClick={() => openTab(to)}>
          Open in new tab
        </Menu.Item>
        {groupsOf().map((group, index) => (
          <Fragment key={group[0]?.label ?? index}>
            {index > 0 && group.length > 0 && <Menu.Divider />}
            {group.map((action) => (
              <Action key={action.label} action={action} run={after(action.run)} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
