// A large report is requested here: a row that says what and by whom, and the job that writes it.
import { sql } from 'kysely';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { refuse } from '../../../../contract/errors.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Manifest } from '../../../../contract/reports/manifest.ts';
import type { Actor, Context } from '../../../context.ts';
import { audit } from '../../../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../../../db/database.ts';
import { enqueue } from '../../../jobs/runner.ts';

declare module '../../../db/tables.generated.ts' {
  interface JsonDocuments {
    'report_export.actor': ReportActor;
    /** What was requested, in the form of its kind; of a report that was streamed, nothing. */
    'report_export.request': Partial<ReportRequest> | { input: object };
    'report_export.manifest': Manifest;
    'report_export.marks': string[];
  }
}

/** What a report shall hold: the search and how to print it, of one merchant or of all. */
export interface ReportRequest {
  input: InputOf<(typeof transactions)['report']>;
  merchant_id: string;
  /** Columns of the format that was named, as they were then. */
  fields?: readonly string[];
}

/** Name of the job that writes reports to files; its key is the export's id. */
export const export_job = 'report_export';

const retention_ms = 7 * 86_400_000;

/** Who requested it, as far as it takes to write the report for them. */
type ReportActor = Pick<
  Actor,
  'kind' | 'account_type' | 'account_id' | 'account_name' | 'user_id' | 'username'
>;

function actorRecord({ actor }: Context): string {
  const { kind, account_type, account_id, account_name, user_id, username } = actor;
  return JSON.stringify({ kind, account_type, account_id, account_name, user_id, username });
}

/** The row of a report that was streamed: no file is kept, what proves it is. */
export async function recordStreamed(
  context: Context,
  { manifest, marks }: { manifest: Manifest; marks: readonly string[] },
  as_of: Date,
): Promise<void> {
  const { export_id: id, account_id: merchant_id, kind, content_type, filename } = manifest;
  const now = context.clock.now();
  await inTransaction(context, merchant_id, (tx) =>
    tx
      .insertInto('report_export')
      .values({
        ...{ merchant_id, id, kind, content_type, filename, as_of },
        request: '{}',
        actor: actorRecord(context),
        state: 'expired',
        expected_row_count: manifest.rows,
        row_count: manifest.rows,
        byte_count: manifest.bytes,
        sha256: manifest.sha256,
        manifest: JSON.stringify(manifest),
        marks: JSON.stringify(marks),
        created_at: now,
        finished_at: now,
        expires_at: now,
      })
      .execute(),
  );
}

/** Exports that an account may wait for, and files that it may have, at a time. */
const max_open = 5;
const max_files = 50;

/** 429 where the account has as many exports as it may. Of several at once one counts the other. */
async function refuseManyExports(tx: Tx, account_id: string): Promise<void> {
  const name = `report_export ${account_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ open: number; files: number }>`select
      count(*) filter (where state in ('queued', 'running'))::int as open,
      count(*) filter (where state = 'done')::int as files
    from report_export where merchant_id = ${account_id} and state <> 'expired'`.execute(tx);
  const { open = 0, files = 0 } = rows[0] ?? {};
  if (open >= max_open) {
    const sentence = `Your account is waiting for ${max_open} exports.`;
    refuse('limited', `${sentence} Try again when one of them is complete.`);
  }
  if (files >= max_files) {
    const sentence = `Your account has ${max_files} exported files.`;
    refuse('limited', `${sentence} Each is deleted 7 days after its request.`);
  }
}

/**
 * Notes the report and asks for the job; gives the export's id. The search must hold nothing that
 * may not be stored, such as a card number. 429 where the account has too many exports.
 */
export async function requestExport(
  context: Context,
  request: object,
  expected_row_count: number,
  kind = 'transactions',
): Promise<string> {
  const { account_id } = context.actor;
  const id = context.ids.next();
  const now = context.clock.now();
  await inTransaction(context, account_id, async (tx) => {
    await refuseManyExports(tx, account_id);
    await tx
      .insertInto('report_export')
      .values({
        merchant_id: account_id,
        id,
        kind,
        request: JSON.stringify(request),
        actor: actorRecord(context),
        state: 'queued',
        expected_row_count,
        created_at: now,
        expires_at: new Date(now.getTime() + retention_ms),
      })
      .execute();
    const after = { kind, ...request, expected_row_count };
    await audit(tx, context, {
      verb: 'create',
      noun: 'export',
      id,
      merchant_id: account_id,
      after,
    });
    await enqueue(tx, context, { name: export_job, key: id, merchant_id: account_id, due_at: now });
  });
  context.nudge();
  return id;
}
