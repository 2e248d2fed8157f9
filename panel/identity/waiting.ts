// What of keys waits for a person: those that end soon.
import { IconKey } from '@tabler/icons-react';
import { counted, type WaitingKind } from '../kit/waiting-entry.ts';

export const identity_waiting = {
  expiring_key: {
    icon: IconKey,
    tone: 'warn',
    title: ({ count }) => `${counted(count, 'API key')} ${count === 1 ? 'expires' : 'expire'} soon`,
    note: ({ oldest_at, name }, dayOf) =>
      `${name === '' ? 'First' : name}${oldest_at ? ` on ${dayOf(oldest_at)}` : ''}`,
    action: 'Replace',
    to: (area) => `/${area}/manage_api_keys`,
  },
} satisfies Record<string, WaitingKind>;
