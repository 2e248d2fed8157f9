// What a room contributes to the side menu.
import type { Icon } from '@tabler/icons-react';
import type { Access } from '../../contract/access/access.ts';

/** Parts of the menu below its first, in their order. */
export const menu_groups = ['Accounts', 'Set up'] as const;

export interface MenuEntry {
  label: string;
  /** The part of the menu it belongs to; without it the first. */
  group?: (typeof menu_groups)[number];
  /** Absolute path in the panel. */
  to: string;
  icon: Icon;
  /** Other paths where one still is at this entry: a record opened from its list. */
  covers?: RegExp;
  /** What it takes: without it the entry is not shown, or says why where somebody views as. */
  needs?: Access;
}
