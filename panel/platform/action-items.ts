// What of the platform waits for a person.
import { IconMailPause, IconNews } from '@tabler/icons-react';
import { type ActionItemKind, counted } from '../kit/action-item.ts';
import { news_open } from './news-open.ts';
import { parked_events_path } from './paths.ts';

export const platform_action_items = {
  parked_event: {
    icon: IconMailPause,
    tone: 'warn',
    title: ({ count }) => counted(count, 'failed event'),
    note: () => 'Automatic retries failed. Retry or discard the event.',
    action: 'Open',
    to: () => parked_events_path,
  },
  unread_news: {
    icon: IconNews,
    tone: 'mute',
    title: ({ count }) => counted(count, 'unread news item'),
    note: ({ day }, { name }) => (name === '' ? `Since ${day}` : name),
    action: 'Read',
    to: { open: () => news_open.set(true) },
  },
} satisfies Record<string, ActionItemKind>;
