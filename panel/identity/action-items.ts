// What of keys waits for a person: those that end soon.
import { IconKey } from '@tabler/icons-react';
import { type ActionItemKind, counted } from '../kit/action-item.ts';
import { keysPath } from './paths.ts';

export const identity_action_items = {
  expiring_key: {
    icon: IconKey,
    tone: 'warn',
    title: ({ count }) => `${counted(count, 'API key')} ${count === 1 ? 'expires' : 'expire'} soon`,
    note: ({ day }, { name }) =>
      name === '' ? `Next expires on ${day}` : `${name} expires on ${day}`,
    action: 'Replace',
    to: keysPath,
  },
} satisfies Record<string, ActionItemKind>;
