// The menu of a row: Open first, then its actions; what is not possible stays and says why.

import { Menu } from '@mantine/core';
import { IconArrowRight, IconDots } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { HintKey } from './hint-key.tsx';
import { icon_16 } from './icon.ts';
import type { RowAction } from './list-types.ts';

interface RowMenuProps {
  name: string;
  groups: readonly (readonly RowAction[])[];
  onOpen: () => void;
}

function Action({ action, run }: { action: RowAction; run: () => void }) {
  const Icon = action.icon;
  const blocked = typeof action.reason === 'string';
  return (
    <Menu.Item
      leftSection={<Icon {...icon_16} />}
      rightSection={action.amount && <span className="menu-amount">{action.amount}</span>}
      data-destructive={action.destructive || undefined}
      aria-disabled={blocked}
      data-blocked={blocked || undefined}
      closeMenuOnClick={!blocked}
      onClick={() => !blocked && run()}
    >
      {action.label}
      {blocked && <span className="menu-reason">{action.reason}</span>}
    </Menu.Item>
  );
}

export function RowMenu({ name, groups, onOpen }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The dialog that an action opens gives the focus back to where it came from: this row.
  const after = (run: () => void) => () => {
    button.current?.focus();
    run();
  };
  return (
    <Menu
      position="bottom-end"
      width={272}
      withinPortal
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className="icon-button"
          data-row-menu
          aria-label={`Actions for ${name}`}
        >
          <IconDots {...icon_16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowRight {...icon_16} />}
          rightSection={<HintKey>↵</HintKey>}
          onClick={onOpen}
        >
          Open
        </Menu.Item>
        {groups.map((group, index) => (
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
