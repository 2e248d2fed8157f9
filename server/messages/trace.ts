// Entries of a request trace about mails, and about events with their webhooks.
import { sql } from 'kysely';
import type { TraceEntry } from '../../contract/platform/request-trace.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import {
  about,
  facts,
  keysOf,
  max_rows,
  sentence,
  type TransactionKey,
} from '../db/trace-entries.ts';
import { hostOf } from './webhooks/host-of.ts';

export interface MailRow {
  merchant_id: string;
  id: string;
  subject: string;
  recipient: string;
  state: string;
  last_error: string;
  created_at: Date;
}

export async function mailsOf(context: Context, id: string): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select m.merchant_id, m.id, m.subject, m.recipient, m.state, m.last_error, m.created_at
    from outgoing_mail m where m.request_id = ${id} and ${scope(context, 'm.merchant_id')}
    order by m.id limit ${max_rows}`.execute(connect(context));
  return rows;
}

export interface EventRow extends TransactionKey {
  kind: string;
  resource_id: string;
  created_at: Date;
  webhooks: { url: string; state: string; attempt_count: number; last_status: number }[] | null;
}

/** Events with the state of their delivery to each endpoint. */
export async function newsOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<EventRow>`
    select o.merchant_id, o.id, o.kind, o.resource_id, o.created_at,
      (select jsonb_agg(jsonb_build_object('url', w.url, 'state', d.state,
          'attempt_count', d.attempt_count, 'last_status', d.last_status) order by w.id)
        from webhook w join webhook_delivery d on d.merchant_id = w.merchant_id
          and d.webhook_id = w.id and d.event_id = o.id and not d.replay
        where w.merchant_id = o.merchant_id) as webhooks
    from ${keysOf(keys)}
    join outbox o on o.merchant_id = k.merchant_id and o.resource_id = k.id
    where o.request_id = ${id} and ${scope(context, 'o.merchant_id')}
    order by o.id limit ${max_rows}`.execute(connect(context));
  return rows;
}

/** What events are about that are not about a transaction. */
const nouns: Readonly<Record<string, string>> = {
  settlement_batch: 'settlement_batch',
  transaction_automatic_account_updater_vault_update: 'saved_method',
};

export function describeEvent(row: EventRow): TraceEntry {
  const webhooks = row.webhooks ?? [];
  const bad = webhooks.some(({ state }) => state === 'failed');
  return {
    ...about(row.merchant_id, row.resource_id, nouns[row.kind]),
    key: `webhook ${row.id}`,
    kind: 'webhook',
    at: row.created_at.toISOString(),
    title: `Event ${row.kind}`,
    text: webhooks.length === 0 ? 'No webhook receives this event.' : '',
    tone: bad ? 'bad' : 'mute',
    facts: webhooks.map(({ url, state, attempt_count, last_status }) => ({
      label: hostOf(url),
      value: `${sentence(state)} after ${attempt_count} ${attempt_count === 1 ? 'try' : 'tries'}${
        last_status > 0 ? `, answered ${last_status}` : ''
      }`,
    })),
  };
}

export function describeMail(row: MailRow): TraceEntry {
  return {
    key: `mail ${row.id}`,
    kind: 'mail',
    at: row.created_at.toISOString(),
    title: `Email: ${row.subject}`,
    text: `To ${row.recipient}, ${row.state}`,
    tone: row.state === 'failed' ? 'bad' : 'mute',
    facts: facts([['Last try', row.last_error]]),
    merchant_id: row.merchant_id,
    noun: 'mail',
    noun_id: row.id,
  };
}
