// The words of a request trace: what a request did, with what its reader may know of it.
import { formatMoney } from '../../contract/money.ts';
import { responseText } from '../../contract/payments/response-codes.ts';
import { triedText } from '../../contract/payments/transactions/pending-on.ts';
import type { TraceEntry } from '../../contract/platform/request-trace.ts';
import type {
  AttemptRow,
  AuditRow,
  MailRow,
  MoveRow,
  NewsRow,
  PostingRow,
  SignInRow,
  TransactionRow,
} from './request-trace-rows.ts';

export type Reader = 'admin' | 'partner' | 'merchant';
type Tone = TraceEntry['tone'];

const words = (name: string) => name.replaceAll('_', ' ');
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const nowhere = { noun: '', noun_id: '', merchant_id: '' };
const about = (merchant_id: string, noun_id: string) => ({
  merchant_id,
  noun: 'transaction',
  noun_id,
});

/** Facts that say something. */
function facts(given: readonly (readonly [string, unknown])[]): TraceEntry['facts'] {
  return given
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([label, value]) => ({ label, value: String(value).slice(0, 300) }));
}

export function saySignIn(row: SignInRow, ahead_ms: number): TraceEntry {
  return {
    ...nowhere,
    key: `sign_in ${row.id}`,
    kind: 'sign_in',
    at: new Date(row.recorded_at.getTime() + ahead_ms).toISOString(),
    title: 'Sign-in',
    text: `${row.username}: ${words(row.outcome)}`,
    tone: row.outcome === 'success' ? 'ok' : 'bad',
    facts: [],
  };
}

const verdict_tones: Readonly<Record<string, Tone>> = { pass: 'ok', flag: 'warn', deny: 'bad' };

/** Every rule that was asked, in its order. */
export function sayVerdicts(row: TransactionRow): TraceEntry[] {
  return (row.verdicts ?? []).map((one, n) => ({
    ...about(row.merchant_id, row.id),
    key: `rule ${row.id} ${String(n).padStart(3, '0')}`,
    kind: 'rule',
    at: row.created_at.toISOString(),
    title: `Rule ${one.rule}`,
    text: sentence(one.verdict),
    tone: verdict_tones[one.verdict] ?? 'mute',
    facts: facts([
      ['Value', typeof one.value === 'object' ? JSON.stringify(one.value) : one.value],
    ]),
  }));
}

const outcome_tones: Readonly<Record<string, Tone>> = {
  approved: 'ok',
  partial: 'warn',
  pending: 'warn',
  declined: 'bad',
  error: 'bad',
};

/** The processor's own words and names: what merchants have no use for. */
function internals(row: AttemptRow, reader: Reader): TraceEntry['facts'] {
  if (reader === 'merchant') return [];
  const { text, code, auth_code, processor_ref } = row.answer;
  const reference = Object.values(processor_ref ?? {}).join(', ');
  const tried = (row.tried ?? []).map((one) => triedText(one as Parameters<typeof triedText>[0]));
  return facts([
    ["Processor's text", text],
    ["Processor's code", code],
    ['Approval code', auth_code],
    ...(reader === 'admin'
      ? ([
          ["Processor's reference", reference],
          ['Did not fit', row.alerts?.join(', ')],
          ['Tried', tried.join('; ')],
        ] as const)
      : []),
  ]);
}

function answerOf(row: AttemptRow): { title: string; text: string; tone: Tone } {
  const text = row.response_code > 0 ? responseText(row.response_code) : '';
  if (row.state === 'failed_before_send') {
    return { title: 'Not sent', text: 'The processor could not be reached.', tone: 'bad' };
  }
  if (row.state === 'no_answer') {
    return { title: 'No answer', text: 'The outcome is not known yet.', tone: 'warn' };
  }
  const title = sentence(words(row.outcome));
  const more = text === row.outcome ? '' : sentence(text);
  return { title, text: more, tone: outcome_tones[row.outcome] ?? 'mute' };
}

/** What was sent, and what came back. */
export function sayAttempt(row: AttemptRow, reader: Reader): TraceEntry[] {
  const where = about(row.merchant_id, row.transaction_id);
  const money = formatMoney(row.amount, row.currency);
  const sent: TraceEntry = {
    ...where,
    key: `sent ${row.id}`,
    kind: 'sent',
    at: row.created_at.toISOString(),
    title: `Sent to ${row.processor_name || row.processor_type}`,
    text: `${sentence(words(row.operation))} of ${money}`,
    tone: 'mute',
    facts: facts(reader === 'merchant' ? [] : [['Our reference', row.reference]]),
  };
  if (row.state === 'written' || row.state === 'sent') return [sent];
  const answer: TraceEntry = {
    ...where,
    key: `answer ${row.id}`,
    kind: 'answer',
    at: (row.answered_at ?? row.created_at).toISOString(),
    ...answerOf(row),
    facts: internals(row, reader),
  };
  return [sent, answer];
}

export function sayMove(row: MoveRow): TraceEntry {
  const begins = row.from_status === '';
  const to = words(row.to_status);
  return {
    ...about(row.merchant_id, row.transaction_id),
    key: `status ${row.transaction_id} ${String(row.sequence).padStart(6, '0')}`,
    kind: 'status',
    at: row.created_at.toISOString(),
    title: begins ? `Began as ${to}` : `From ${words(row.from_status)} to ${to}`,
    text: row.user_name === '' ? '' : `by ${row.user_name}`,
    tone: 'mute',
    facts: [],
  };
}

export function sayPosting(row: PostingRow, ahead_ms: number): TraceEntry {
  return {
    ...about(row.merchant_id, row.source_id),
    key: `posting ${row.id}`,
    kind: 'posting',
    at: new Date(row.recorded_at.getTime() + ahead_ms).toISOString(),
    title: `Posted: ${words(row.kind)}`,
    text: '',
    tone: 'mute',
    facts: (row.lines ?? []).map(({ account, currency, amount }) => ({
      label: sentence(words(account)),
      value: `${amount > 0 ? 'Debit' : 'Credit'} ${formatMoney(Math.abs(amount), currency)}`,
    })),
  };
}

/** The host alone: a path may hold a key of the receiver's. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

export function sayNews(row: NewsRow): TraceEntry {
  const told = row.told ?? [];
  const bad = told.some(({ state }) => state === 'failed');
  return {
    ...about(row.merchant_id, row.resource_id),
    key: `webhook ${row.id}`,
    kind: 'webhook',
    at: row.created_at.toISOString(),
    title: `Event ${row.kind}`,
    text: told.length === 0 ? 'No webhook listens to it.' : '',
    tone: bad ? 'bad' : 'mute',
    facts: told.map(({ url, state, attempt_count, last_status }) => ({
      label: hostOf(url),
      value: `${sentence(state)} after ${attempt_count} ${attempt_count === 1 ? 'try' : 'tries'}${
        last_status > 0 ? `, answered ${last_status}` : ''
      }`,
    })),
  };
}

export function sayMail(row: MailRow): TraceEntry {
  return {
    key: `mail ${row.id}`,
    kind: 'mail',
    at: row.created_at.toISOString(),
    title: `Mail: ${row.subject}`,
    text: `To ${row.recipient}, ${row.state}`,
    tone: row.state === 'failed' ? 'bad' : 'mute',
    facts: facts([['Last try', row.last_error]]),
    merchant_id: row.merchant_id,
    noun: 'mail',
    noun_id: row.id,
  };
}

export function sayAudit(row: AuditRow): TraceEntry {
  const who = row.user_name || 'The product';
  const as = row.acting_user_name === '' ? who : `${row.acting_user_name} as ${who}`;
  const action = sentence(`${words(row.noun)}: ${words(row.verb)}`);
  return {
    key: `audit ${row.id}`,
    kind: 'audit',
    at: row.created_at.toISOString(),
    title: row.refused === '' ? action : `${action}, refused`,
    text: row.refused === '' ? `by ${as}` : `${as}: ${row.refused}`,
    tone: row.refused === '' ? 'mute' : 'bad',
    facts: [],
    merchant_id: row.merchant_id,
    noun: 'audit',
    noun_id: row.id,
  };
}
