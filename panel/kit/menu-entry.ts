// What a room contributes to the side menu.
import type { Icon } from '@tabler/icons-react';
import type { Access } from '../../contract/access.ts';

export interface MenuEntry {
  label: string;
  /** Absolute path in the panel. */
  to: string;
  icon: Icon;
  /** Other paths where one still is at this entry: a record opened from its list. */
  covers?: RegExp;
  /** What it takes: without it the entry is not shown, or says why where somebody views as. */
  needs?: Access;
}
