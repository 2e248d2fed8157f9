// What a room contributes to the side menu.
import type { Icon } from '@tabler/icons-react';

export interface MenuEntry {
  label: string;
  /** Absolute path in the panel. */
  to: string;
  icon: Icon;
}
