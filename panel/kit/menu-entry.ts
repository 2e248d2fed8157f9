// What a room contributes to the side menu.
import type { Icon } from '@tabler/icons-react';

export interface MenuEntry {
  label: string;
  /** Absolute path in the panel. */
  to: string;
  icon: Icon;
  /** Other paths where one still is at this entry: a record opened from its list. */
  covers?: RegExp;
  /** The right of the user that it takes: without it the entry is not shown. */
  permission?: string;
  /** Of merchants: only users of this role see it. */
  role?: string;
}
