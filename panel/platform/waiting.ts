// What of the platform waits for a person.
import { IconMailPause } from '@tabler/icons-react';
import { counted, type WaitingKind } from '../kit/waiting-entry.ts';
import { parked_events_path } from './paths.ts';

export const platform_waiting = {
  parked_event: {
    icon: IconMailPause,
    tone: 'warn',
    title: ({ count }) => counted(count, 'failed event'),
    note: () => 'Retries have ended. Retry or discard.',
    action: 'Open',
    to: () => parked_events_path,
  },
} satisfies Record<string, WaitingKind>;
