// What a request trace tells of postings.
import { sql } from 'kysely';
import { formatMoney } from '../../contract/money.ts';
import type { TraceEntry } from '../../contract/platform/request-trace.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import {
  about,
  keysOf,
  max_rows,
  sentence,
  type TransactionKey,
  words,
} from '../db/trace-entries.ts';

export interface PostingRow extends TransactionKey {
  kind: string;
  source_type: string;
  source_id: string;
  recorded_at: Date;
  lines: { account: string; currency: string; amount: number }[];
}

export async function postingsOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<PostingRow>`
    select p.owner_id as merchant_id, p.id, p.kind, p.source_type, p.source_id, p.recorded_at,
      (select jsonb_agg(jsonb_build_object('account', l.kind, 'currency', l.currency,
          'amount', l.amount) order by l.line)
        from ledger_line l where l.owner_id = p.owner_id and l.posting_id = p.id) as lines
    from ${keysOf(keys)}
    join ledger_posting p on p.owner_id = k.merchant_id and p.source_id = k.id
    where p.request_id = ${id} and ${scope(context, 'p.owner_id')}
    order by p.recorded_at, p.id limit ${max_rows}`.execute(connect(context));
  return rows;
}

export function describePosting(row: PostingRow, ahead_ms: number): TraceEntry {
  return {
    ...about(row.merchant_id, row.source_id, row.source_type),
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
