// A status: word, icon and tone together, never tone alone (visual 6).
import type { Icon } from '@tabler/icons-react';
import { icon_14 } from '../icon.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

/** How one value of a status looks; each room keeps its own table of these. */
export interface StatusLook {
  word: string;
  tone: Tone;
  icon: Icon;
}

export function StatusBadge({ look, large = false }: { look: StatusLook; large?: boolean }) {
  const Icon = look.icon;
  return (
    <span className="status" data-tone={look.tone} data-large={large || undefined}>
      <Icon {...icon_14} />
      {look.word}
    </span>
  );
}
