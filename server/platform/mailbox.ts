// Reads the mailbox of an installation without a relay; elsewhere there is none, for anybody.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { notFound } from '../../contract/errors.ts';
import { type MailRecord, type mailbox, mailbox_fields } from '../../contract/platform/mailbox.ts';
import { hasMailbox } from '../config.ts';
import { asSystem, type Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { conditionsOf, pageOf } from '../db/search.ts';
import type { Handlers } from '../http/serve.ts';

/** 404 where mails reach people: a link that resets a password is its recipient's alone. */
function requireMailbox({ config }: Context): void {
  if (!hasMailbox(config)) notFound();
}

type Row = Omit<MailRecord, 'created_at' | 'sent_at'> & { created_at: Date; sent_at: Date | null };

const columns = sql`m.merchant_id, coalesce(account.name, '') as account_name, m.id, m.kind,
  m.recipient, m.subject, m.state, m.created_at, m.sent_at`;
const tables = sql`outgoing_mail m left join account on account.id = m.merchant_id`;

function toRecord({ created_at, sent_at, ...row }: Row): MailRecord {
  return {
    ...row,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
  };
}

const targets = {
  recipient: 'm.recipient',
  subject: 'm.subject',
  kind: 'm.kind',
  state: 'm.state',
  merchant_id: 'm.merchant_id',
  created_at: 'm.created_at',
};

async function search(context: Context, input: InputOf<(typeof mailbox)['search']>) {
  requireMailbox(context);
  const conditions = [
    scope(context, 'm.merchant_id'),
    ...conditionsOf(mailbox_fields, targets, input.filters, context.clock.now()),
  ];
  const listed = {
    columns,
    from: tables,
    counted: sql`outgoing_mail m`,
    conditions,
    sorted_by: 'created_at',
  };
  const { rows, ...count } = await pageOf<Row>(connect(context), 'm', listed, input);
  return { rows: rows.map(toRecord), ...count };
}

async function get(context: Context, id: string) {
  requireMailbox(context);
  type Whole = Row & { transaction_id: string; correlation_id: string; body_text: string };
  const { rows } = await sql<Whole>`select ${columns}, m.transaction_id,
      m.request_id as correlation_id, m.body_text
    from ${tables} where m.id = ${id} and ${scope(context, 'm.merchant_id')}`.execute(
    connect(context),
  );
  const [row] = rows;
  if (!row) notFound();
  const { transaction_id, correlation_id, body_text } = row;
  const page = `/api/mailbox/page/${ticketOf(context, id)}`;
  return { ...toRecord(row), transaction_id, correlation_id, body_text, page };
}

const ticket_seconds = 300;
const mac_characters = 32;

function macOf(context: Context, id: string, until: string): string {
  const mac = createHmac('sha256', context.keys.derive('mailbox page'));
  return mac.update(`${id}.${until}`).digest('hex').slice(0, mac_characters);
}

/** `id.until.mac`: a frame sends no session, so the way to the page carries its own leave. */
function ticketOf(context: Context, id: string): string {
  const until = String(Math.floor(context.clock.real().getTime() / 1000) + ticket_seconds);
  return `${id}.${until}.${macOf(context, id, until)}`;
}

function readTicket(context: Context, ticket: string): string {
  const [id = '', until = '', mac = ''] = ticket.split('.');
  const expected = Buffer.from(macOf(context, id, until));
  const presented = Buffer.from(mac);
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) notFound();
  if (Number(until) * 1000 < context.clock.real().getTime()) notFound();
  return id;
}

/** Nothing runs in it, nothing is loaded, and only our own pages frame it; links open elsewhere. */
const frame_headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'self'; " +
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  'x-frame-options': 'SAMEORIGIN',
  // It has no origin of its own to be kept apart by.
  'origin-agent-cluster': '?0',
};

async function page(context: Context, ticket: string) {
  requireMailbox(context);
  const id = readTicket(context, ticket);
  const { rows } = await sql<{ body_html: string }>`select body_html from outgoing_mail
    where id = ${id}`.execute(connect(asSystem(context)));
  const body = rows[0]?.body_html ?? notFound();
  Object.assign(context.answer_headers, frame_headers);
  return { content_type: 'text/html', body: body.replace('<body', '<base target="_blank"><body') };
}

export const mailboxHandlers: Handlers<typeof mailbox> = {
  search: (context, _params, input) => search(context, input),
  get: (context, { id }) => get(context, id),
  page: (context, { ticket }) => page(context, ticket),
};
