// How an action of the audit log reads: who, what, how it ended.
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { AuditRecord } from '../../contract/platform/audit-log.ts';
import type { BadgeContent } from '../kit/format/status-badge.tsx';

export function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const refused_look: BadgeContent = { word: 'Refused', tone: 'bad', icon: IconBan };
const done_look: BadgeContent = { word: 'Done', tone: 'ok', icon: IconCircleCheck };

export function outcomeBadge({ refused }: Pick<AuditRecord, 'refused'>): BadgeContent {
  return refused === '' ? done_look : refused_look;
}

const credential_texts: Readonly<Record<string, string>> = {
  session: 'Panel session',
  api_key: 'API key',
  public_key: 'Public key',
  system: 'System',
  anonymous: 'Not logged in',
};

export function credentialText(credential: string): string {
  return credential_texts[credential] ?? sentenceCase(credential);
}

const consumer_texts: Readonly<Record<string, string>> = {
  webhooks: 'Webhooks',
  transaction_days: 'Daily totals',
  receipt_copies: 'Receipt copies',
};

/** A consumer of outbox events, in the words of the screen. */
export function consumerText(consumer: string): string {
  return consumer_texts[consumer] ?? sentenceCase(consumer);
}

/** `dana_admin`, or `ops_kim as dana_admin` while somebody acted as the user. */
export function actorText(row: Pick<AuditRecord, 'user_name' | 'acting_user_name'>): string {
  const who = row.user_name || 'System';
  return row.acting_user_name === '' ? who : `${row.acting_user_name} as ${who}`;
}
