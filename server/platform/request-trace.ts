// The request trace of a correlation id: the request, and what it did in order of time (Q19).

import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { notFound } from '../../contract/errors.ts';
import type {
  RequestTrace,
  request_traces,
  TraceEntry,
} from '../../contract/platform/request-trace.ts';
import type { Context } from '../context.ts';
import { max_rows } from '../db/trace-entries.ts';
import { flush } from '../http/request-log.ts';
import type { Handlers } from '../http/serve.ts';
import { describeSignIn, signInsOf } from '../identity/sign-in/trace.ts';
import { describePosting } from '../ledger/trace.ts';
import { describeEvent, describeMail, mailsOf } from '../messages/trace.ts';
import {
  describeAttempt,
  describeMove,
  describeVerdicts,
  type Reader,
  transactionsOf,
} from '../payments/transactions/reading/trace.ts';
import {
  actionsOf,
  auditsOf,
  describeAudit,
  type RequestRow,
  requestOf,
} from './request-trace-rows.ts';

/** When an id was made: its first nine characters count milliseconds in base 32. */
function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 9), 32));
}

/**
 * How far business time ran ahead: ids are of real time, rows of business time. What was
 * only a moment apart is the time the request took.
 */
function aheadOf(rows: readonly { id: string; created_at: Date }[]): number {
  const [first] = rows;
  const apart_ms = first ? first.created_at.getTime() - madeAt(first.id).getTime() : 0;
  return Math.abs(apart_ms) < 60_000 ? 0 : apart_ms;
}

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

function requestRecord(row: RequestRow, ahead_ms: number): NonNullable<RequestTrace['request']> {
  const { user_id: _, recorded_at, ...request } = row;
  return { ...request, at: later(recorded_at, ahead_ms - row.duration_ms).toISOString() };
}

/** Whether a merchant's standard user may read it: what they requested themselves alone. */
function isOwnOf({ actor }: Context, request: RequestRow | null): boolean {
  if (actor.account_type !== 'merchant' || actor.role === 'admin') return true;
  return request !== null && request.user_id === actor.user_id;
}

function readerOf({ actor }: Context): Reader {
  return actor.account_type === 'admin' || actor.account_type === 'partner'
    ? actor.account_type
    : 'merchant';
}

const order_of_kinds: readonly TraceEntry['kind'][] = [
  'sign_in',
  'rule',
  'sent',
  'answer',
  'status',
  'posting',
  'audit',
  'webhook',
  'mail',
];

/** An attempt's end is noted last in the commit that it leads to: rows of that long before it. */
const one_commit_ms = 1_000;

/**
 * Says when an answer came: before what it led to, which was written with it. What began a
 * transaction was written with what was sent first.
 */
function inTurn(entries: readonly TraceEntry[], begun: ReadonlySet<string>): TraceEntry[] {
  const at = (one: TraceEntry) => Date.parse(one.at);
  const leads = new Set<TraceEntry['kind']>(['sent', 'answer', 'rule', 'sign_in']);
  return entries.map((entry) => {
    const sent = entries.find((one) => one.kind === 'sent' && one.noun_id === entry.noun_id);
    if (!sent) return entry;
    if (begun.has(entry.key)) return { ...entry, at: earlier(entry, sent).at };
    if (entry.kind !== 'answer') return entry;
    const led = entries.filter(
      (one) =>
        !leads.has(one.kind) &&
        !begun.has(one.key) &&
        at(one) >= at(sent) &&
        at(entry) - at(one) < one_commit_ms,
    );
    return { ...entry, at: led.reduce(earlier, entry).at };
  });
}

function earlier(a: TraceEntry, b: TraceEntry): TraceEntry {
  return a.at <= b.at ? a : b;
}

function inOrder(entries: TraceEntry[], begun: ReadonlySet<string>): TraceEntry[] {
  const rank = ({ kind, key }: TraceEntry) => (begun.has(key) ? -1 : order_of_kinds.indexOf(kind));
  return entries.sort((a, b) => {
    if (a.at !== b.at) return a.at < b.at ? -1 : 1;
    return rank(a) - rank(b) || (a.key < b.key ? -1 : 1);
  });
}

/** 404 where nothing of it lies within the caller's reach, or there never was such a request. */
async function get(context: Context, id: string): Promise<RequestTrace> {
  if (!/^[0-9a-v]{20}$/.test(id)) notFound();
  // Whoever was just given the id may ask at once.
  await flush(context);
  const [request, audits, mails, sign_ins] = await Promise.all([
    requestOf(context, id),
    auditsOf(context, id),
    mailsOf(context, id),
    signInsOf(context, id),
  ]);
  const found = request !== null || audits.length + mails.length + sign_ins.length > 0;
  if (!found || !isOwnOf(context, request)) notFound();
  const transactions = await transactionsOf(context, audits);
  const sees_ledger = allowed(may.see_settlements, context.actor).ok;
  const doings = await actionsOf(context, id, audits, transactions, sees_ledger);
  const ahead_ms = aheadOf([...audits, ...doings.attempts, ...mails]);
  const reader = readerOf(context);
  const { attempts, moves, postings, news } = doings;
  const firsts = moves.filter(({ from_status }) => from_status === '');
  const began = new Set(firsts.map(({ transaction_id }) => transaction_id));
  const begun = new Set(firsts.map((one) => describeMove(one).key));
  const entries = [
    ...sign_ins.map((row) => describeSignIn(row, ahead_ms)),
    ...transactions.filter((one) => began.has(one.id)).flatMap(describeVerdicts),
    ...attempts.flatMap((row) => describeAttempt(row, reader)),
    ...moves.map(describeMove),
    ...postings.map((row) => describePosting(row, ahead_ms)),
    ...news.map(describeEvent),
    ...mails.map(describeMail),
    ...audits.map(describeAudit),
  ];
  const all = [audits, mails, attempts, moves, postings, news];
  return {
    correlation_id: id,
    request: request && requestRecord(request, ahead_ms),
    entries: inOrder(inTurn(entries, begun), begun),
    truncated: all.some((rows) => rows.length >= max_rows),
  };
}

export const traceHandlers: Handlers<typeof request_traces> = {
  get: (context, { correlation_id }) => get(context, correlation_id),
};
