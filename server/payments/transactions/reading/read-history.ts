// What happened to one transaction: its status moves, and its entries in the ledger.
import { sql } from 'kysely';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import type { Handlers } from '../../../http/serve.ts';
import { entriesOf } from '../../../ledger/balances.ts';
import { getRow } from './read.ts';

interface Move {
  sequence: number;
  from_status: string;
  to_status: string;
  verb: string;
  user_name: string;
  created_at: Date;
}

/** Status moves, oldest first; 404 for a transaction outside the caller's scope. */
async function movesOf(context: Context, merchant_id: string, id: string) {
  await getRow(context, merchant_id, id);
  const { rows } = await sql<Move>`
    select e.sequence, e.from_status, e.to_status, e.verb, e.user_name, e.created_at
    from transaction_event e
    where e.merchant_id = ${merchant_id} and e.transaction_id = ${id}
      and ${scope(context, 'e.merchant_id')}
    order by e.sequence`.execute(connect(context));
  const moves = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  return { rows: moves, total_count: moves.length };
}

const max_refunds = 500;

/** Entries of the transaction and of its refunds; a batch has its own document. */
async function ledgerOf(context: Context, merchant_id: string, id: string) {
  const row = await getRow(context, merchant_id, id);
  const { rows: refunds } = await sql<{ id: string }>`
    select t.id from transaction t
    where t.merchant_id = ${merchant_id} and t.referenced_transaction_id = ${row.id}
      and ${scope(context, 't.merchant_id')}
    order by t.id limit ${max_refunds}`.execute(connect(context));
  const documents = [row.id, ...refunds.map((refund) => refund.id)];
  const entries = await entriesOf(context, merchant_id, documents);
  return { rows: entries, total_count: entries.length };
}

const max_mail_events = 500;

interface MailRow {
  event: string;
  response: string;
  email: string;
  created_at: Date;
}

/** The mails of its receipts, oldest first (spec 2 §4). */
async function emailsOf(context: Context, merchant_id: string, id: string) {
  await getRow(context, merchant_id, id);
  const { rows } = await sql<MailRow>`
    select e.event, e.response, e.email, e.created_at from email_event e
    where e.merchant_id = ${merchant_id} and e.transaction_id = ${id}
      and ${scope(context, 'e.merchant_id')}
    order by e.created_at, e.id limit ${max_mail_events}`.execute(connect(context));
  const events = rows.map(({ created_at, ...row }) => ({
    ...row,
    timestamp: created_at.toISOString(),
  }));
  return { rows: events, total_count: events.length };
}

type HistoryCall = 'events' | 'eventsOf' | 'emails' | 'emailsOf' | 'ledgerOf';
type History = Pick<Handlers<typeof transactions>, HistoryCall>;

export const transactionHistory: History = {
  events: (context, { id }) => movesOf(context, context.actor.account_id, id),
  eventsOf: (context, { merchantId, id }) => movesOf(context, merchantId, id),
  emails: (context, { id }) => emailsOf(context, context.actor.account_id, id),
  emailsOf: (context, { merchantId, id }) => emailsOf(context, merchantId, id),
  ledgerOf: (context, { merchantId, id }) => ledgerOf(context, merchantId, id),
};
