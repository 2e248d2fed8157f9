// The "Books balance" indicator: what the last checks found in the caller's scope.
import { sql } from 'kysely';
import type { Books, books } from '../../contract/ledger/books.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';

interface Run {
  id: string;
  finished_at: Date;
  audit_count: number;
}

type Finding = Books['findings'][number];

/** The last run of this kind, or of any. */
async function lastRun(context: Context, kind?: 'all'): Promise<Run | undefined> {
  let query = connect(context)
    .selectFrom('audit_run')
    .select(['id', 'finished_at', 'audit_count'])
    .orderBy('finished_at', 'desc')
    .limit(1);
  if (kind) query = query.where('kind', '=', kind);
  return await query.executeTakeFirst();
}

/** Findings of the last whole check, and of the looks at what was new since then. */
async function findingsSince(context: Context, whole: Run | undefined): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select f.audit, f.sentence, f.merchant_id, f.row_count, f.sample from audit_finding f
    where ${scope(context, 'f.merchant_id')}
      and (f.run_id = ${whole?.id ?? ''}
        or f.found_at > coalesce(${whole?.finished_at ?? null}::timestamptz, '-infinity'))
    order by f.audit, f.merchant_id, f.id limit 500`.execute(connect(context));
  return rows;
}

/** Reads what was kept, so it costs nothing to ask often. */
export async function booksOf(context: Context): Promise<Books> {
  const [whole, last] = await Promise.all([lastRun(context, 'all'), lastRun(context)]);
  const found = await findingsSince(context, whole);
  return {
    balanced: last !== undefined && found.length === 0,
    checked_at: last?.finished_at.toISOString() ?? null,
    checked_whole_at: whole?.finished_at.toISOString() ?? null,
    checks: whole?.audit_count ?? 0,
    wrong: found.reduce((sum, finding) => sum + finding.row_count, 0),
    findings: context.actor.account_type === 'admin' ? found : [],
  };
}

export const bookHandlers: Handlers<typeof books> = { get: (context) => booksOf(context) };
