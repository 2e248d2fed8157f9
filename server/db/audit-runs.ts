// Runs the audits for the record: when they ran, what was wrong, and whose rows they were.
import type { Context } from '../context.ts';
import { timePrefix } from '../ids.ts';
import { type AuditQuery, type AuditResult, findingsOf, readAudits, runAudit } from './audit.ts';
import { countText, sealedBy } from './audit-log/audit-chain.ts';
import { sealAuditLog, sign } from './audit-log/audit-seal.ts';
import { connect, inTransaction } from './database.ts';
import { tryEach } from './each.ts';

declare module './tables.generated.ts' {
  interface JsonDocuments {
    'audit_finding.sample': Record<string, unknown>[];
  }
}

const recent_ms = 2 * 3_600_000;
/** Links younger than this may still be on their way into view. */
const settled_ms = 600_000;

/**
 * L01 and L02 over the postings of the last two hours: ids begin with the time, so each owner's
 * newest are found by the primary key, whatever the ledger has grown to.
 */
function recentAudit(real_ms: number): AuditQuery {
  const from_id = timePrefix(real_ms - recent_ms);
  return {
    name: 'l01-recent-postings',
    sentence:
      'A posting of the last two hours does not have two entries or does not sum to zero (L01).',
    sql: `select p.owner_id, p.id as posting_id, coalesce(s.difference, 0) as difference
      from (select distinct owner_id from ledger_account) o
      join ledger_posting p on p.owner_id = o.owner_id and p.id >= '${from_id}'
      cross join lateral (
        select sum(x.line_count) as line_count, max(abs(x.amount)) as difference
        from (select count(*) as line_count, sum(e.amount) as amount
          from ledger_entry e
          join ledger_account a on a.owner_id = e.owner_id and a.id = e.account_id
          where e.owner_id = p.owner_id and e.posting_id = p.id
          group by a.book, e.currency) x) s
      where coalesce(s.line_count, 0) < 2 or s.difference <> 0`,
  };
}

async function record(
  context: Context,
  kind: 'all' | 'recent',
  started_at: Date,
  audits: readonly AuditQuery[],
  results: readonly AuditResult[],
): Promise<void> {
  const id = context.ids.next();
  const wrong = results.filter((result) => result.rows.length > 0);
  for (const { name, sentence } of wrong) {
    const audit = audits.find((one) => one.name === name) as AuditQuery;
    for (const { merchant_id, row_count, sample } of await findingsOf(context.database, audit)) {
      const found_at = context.clock.real();
      const what = { audit: name, sentence, row_count, sample: JSON.stringify(sample), found_at };
      const row = { merchant_id, id: context.ids.next(), run_id: id, ...what };
      await inTransaction(context, merchant_id, (tx) =>
        tx.insertInto('audit_finding').values(row).execute(),
      );
    }
  }
  const sealed_through = new Date(started_at.getTime() - settled_ms);
  const count = { id, sealed_through, sealed_count: await sealedBy(context, sealed_through) };
  // The run is written last: where it can be read, all its findings can be read.
  await connect(context)
    .insertInto('audit_run')
    .values({
      ...count,
      kind,
      started_at,
      finished_at: context.clock.real(),
      audit_count: results.length,
      wrong_count: wrong.length,
      mac: sign(context, ...countText(count)),
    })
    .execute();
}

/**
 * Runs every audit, or the cheap one over the newest postings, and keeps what it found for the
 * "Books balance" indicator; what is wrong is an error in the log as well. The caller is the
 * system. Gives the results.
 */
export async function checkBooks(context: Context, kind: 'all' | 'recent'): Promise<AuditResult[]> {
  const started_at = context.clock.real();
  const audits = kind === 'all' ? readAudits() : [recentAudit(started_at.getTime())];
  const results: AuditResult[] = [];
  const queries = audits.map((audit) => ({
    part: audit.name,
    run: async () => void results.push(await runAudit(context.database, audit)),
  }));
  // What waits for the sealer is sealed first, so that the chain is held against the whole log.
  const sealing = { part: 'audit log', run: async () => void (await sealAuditLog(context)) };
  const failed = await tryEach(context, {
    parts: kind === 'all' ? [sealing, ...queries] : queries,
    alert: 'not_audited',
    sentence: 'an audit could not run',
    about: ({ part }) => ({ audit: part }),
    work: ({ run }) => run(),
  });
  for (const { name, sentence, rows } of results) {
    if (rows.length > 0) context.log.error({ audit: name, rows: rows.slice(0, 10) }, sentence);
  }
  // Nothing is recorded of a part: the record would say that the rest is right.
  if (failed.length > 0) throw failed[0];
  await record(context, kind, started_at, audits, results);
  return results;
}

/** Whether the books were ever checked whole: a new installation does so at its first start. */
export async function wereChecked(context: Context): Promise<boolean> {
  const run = await connect(context)
    .selectFrom('audit_run')
    .select('id')
    .where('kind', '=', 'all')
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}
