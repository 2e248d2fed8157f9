// Writes the requested reports as files, one at a time beside all other work, and removes
// them when their time is over.
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Selectable, sql, type Updateable } from 'kysely';
import { type Context, nobody } from '../context.ts';
import { connect, inTransaction, type Query } from '../db/database.ts';
import { doEach, forEachMerchant } from '../db/each.ts';
import type { ReportExport } from '../db/tables.generated.ts';
import type { JobDefinition } from '../jobs/runner.ts';
import {
  type Proof,
  type ReportStorage,
  reportFile,
} from '../payments/transactions/reports/report.ts';
import { export_job, type ReportRequest } from '../payments/transactions/reports/report-export.ts';
import { type AuditExport, audit_kind, auditFile } from '../platform/audit-log-report.ts';
import { takeNext } from './export-queue.ts';

export type ExportRow = Selectable<ReportExport>;

/** A process that has not renewed its claim for this long is taken for dead. */
const claim_seconds = 30;
/** By the clock that all processes share. */
const claim_end = sql<Date>`clock_timestamp() + make_interval(secs => ${claim_seconds}::int)`;
const renew_every_ms = 5_000;
const max_attempts = 3;
/** How often a process looks for exports that another one left. */
const watch_every_ms = 60_000;
const day_ms = 86_400_000;
/** How long a file can be proved after it was made. */
const proved_days = 800;
const newline = 10;

/** Where the file of an export stands. */
export function exportPath(context: Context, id: string): string {
  return path.join(context.config.data_dir, 'exports', id);
}

/** Takes an export for this process; nothing where another one writes it or it is over. */
async function claim(context: Context, merchant_id: string, id: string) {
  const { rows } = await sql<ExportRow>`update report_export set state = 'running',
      claimed_until = ${claim_end}, as_of = ${context.clock.now()},
      row_count = 0, byte_count = 0, attempt_count = attempt_count + 1
    where merchant_id = ${merchant_id} and id = ${id} and state in ('queued', 'running')
      and (claimed_until is null or claimed_until < clock_timestamp())
    returning *`.execute(connect(context, merchant_id));
  return rows[0];
}

type Changes = Omit<Updateable<ReportExport>, 'claimed_until'> & {
  claimed_until?: null | typeof claim_end;
};

/**
 * Writes what became of an export; one that has been claimed again since is left as it is. Gives
 * whether this attempt still held it.
 */
async function set(
  database: Query,
  { merchant_id, id, attempt_count }: ExportRow,
  values: Changes,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('report_export')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('attempt_count', '=', attempt_count)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Each attempt writes a file of its own: one that was overtaken cannot reach the newer one's. */
const partPath = (file: string, attempt: number) => `${file}.${attempt}.part`;

/** What attempts before this one left; whoever still writes there has lost the export. */
async function removeEarlierParts(file: string, { attempt_count }: ExportRow): Promise<void> {
  for (let n = 1; n < attempt_count; n++) await rm(partPath(file, n), { force: true });
}

/** Counts the bytes on their way to the file, and says every few seconds how far. */
async function write(
  body: Readable,
  file: string,
  context: Context,
  row: ExportRow,
): Promise<void> {
  let lines = 0;
  let bytes = 0;
  let renewed_ms = context.clock.monotonicMs();
  const database = connect(context, row.merchant_id);
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines++;
        if (context.clock.monotonicMs() - renewed_ms > renew_every_ms) {
          renewed_ms = context.clock.monotonicMs();
          const told = { row_count: lines, byte_count: bytes };
          await set(database, row, { ...told, claimed_until: claim_end });
        }
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
}

/** What the row tells of a file that was written to its end. */
function proved(proof: Proof | undefined) {
  if (proof === undefined) throw new Error('An export ended without its manifest.');
  const { manifest, marks } = proof;
  return {
    row_count: manifest.rows,
    byte_count: manifest.bytes,
    sha256: manifest.sha256,
    manifest: JSON.stringify(manifest),
    marks: JSON.stringify(marks),
  };
}

/** The world as it was when the report was requested, as its requester sees it. */
function contextOf(context: Context, row: ExportRow): Context {
  const actor = { ...nobody, ...row.actor };
  return { ...context, actor, clock: { ...context.clock, now: () => row.created_at } };
}

/** The file of a request, written by the code of its kind. */
function fileOf(context: Context, { kind, request }: ExportRow, storage: ReportStorage) {
  if (kind === audit_kind) return auditFile(context, request as AuditExport, storage);
  return reportFile(context, request as ReportRequest, storage);
}

function failureOf(context: Context): Changes {
  const failure = 'The report could not be written.';
  return { state: 'failed', failure, finished_at: context.clock.now(), claimed_until: null };
}

/** Writes one export from its beginning; a half-written file never stands under its final name. */
async function perform(context: Context, merchant_id: string, id: string): Promise<void> {
  const row = await claim(context, merchant_id, id);
  if (!row) return;
  const file = exportPath(context, id);
  const part = partPath(file, row.attempt_count);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await removeEarlierParts(file, row);
    if (row.attempt_count > max_attempts) throw new Error('Each attempt ended with its process.');
    let proof: Proof | undefined;
    const report = await fileOf(contextOf(context, row), row, {
      export_id: id,
      reader: 'product',
      as_of: row.as_of ?? row.created_at,
      store: async (made) => {
        proof = made;
      },
    });
    await write(report.body, part, context, row);
    const done: Changes = {
      ...proved(proof),
      state: 'done',
      content_type: report.content_type,
      filename: report.filename ?? '',
      finished_at: context.clock.now(),
      claimed_until: null,
    };
    // The row stays locked while the file takes its name: no newer attempt gets in between.
    const held = await inTransaction(context, merchant_id, async (tx) => {
      const is_ours = await set(tx, row, done);
      if (is_ours) await rename(part, file);
      return is_ours;
    });
    if (!held) await rm(part, { force: true });
  } catch (error) {
    context.log.error({ err: error, export: id }, 'an export failed');
    await rm(part, { force: true });
    const over = row.attempt_count >= max_attempts;
    const changes = over ? failureOf(context) : { state: 'queued', claimed_until: null };
    await set(connect(context, merchant_id), row, changes);
    if (!over) await perform(context, merchant_id, id);
  }
}

async function writeNext(context: Context): Promise<void> {
  const { export_queue } = context;
  const next = takeNext(export_queue);
  if (next === undefined) return;
  try {
    await perform(context, next.merchant_id, next.id);
  } catch (error) {
    context.log.error({ err: error, export: next.id }, 'an export was left');
  } finally {
    export_queue.queued.delete(next.id);
  }
}

function enqueue(context: Context, merchant_id: string, id: string): void {
  const { export_queue } = context;
  if (export_queue.queued.has(id)) return;
  export_queue.queued.add(id);
  export_queue.waiting.push({ merchant_id, id });
  export_queue.last = export_queue.last.then(() => writeNext(context));
}

/** Waits for the exports that were requested of this process. */
export async function exportsWritten(context: Context): Promise<void> {
  await context.export_queue.last;
}

/** Removes files after their seven days. */
async function expire(context: Context): Promise<void> {
  const { rows } = await sql<ExportRow>`select * from report_export
    where state <> 'expired' and expires_at <= ${context.clock.now()}`.execute(connect(context));
  await doEach(context, {
    parts: rows,
    alert: 'export_not_expired',
    sentence: 'the file of an export was not removed',
    about: ({ merchant_id, id }) => ({ merchant_id, export: id }),
    async work(row) {
      await rm(exportPath(context, row.id), { force: true });
      await set(connect(context, row.merchant_id), row, { state: 'expired' });
    },
  });
}

/** Deletes what proves files that nobody asks about any more. */
async function forget(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - proved_days * day_ms);
  const is_old = sql`state = 'expired' and expires_at < ${before}`;
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from report_export where ${is_old}`.execute(connect(context));
  // A connection without its account deletes nothing behind the wall and says nothing of it.
  await forEachMerchant(context, 'exports_not_forgotten', rows, ({ merchant_id }) =>
    sql`delete from report_export where merchant_id = ${merchant_id} and ${is_old}`.execute(
      connect(context, merchant_id),
    ),
  );
}

/**
 * Exports that a process left behind when it ended. Its claim may outlive it by half a minute, so
 * one look at the start is not enough.
 */
async function resume(context: Context): Promise<void> {
  const { rows } = await sql<ExportRow>`select * from report_export
    where state in ('queued', 'running') and (claimed_until is null
      or claimed_until < clock_timestamp()) order by created_at`.execute(connect(context));
  for (const row of rows) enqueue(context, row.merchant_id, row.id);
}

export const exportJob: JobDefinition = {
  name: export_job,
  queue: 'bulk',
  standing: async (context) => [{ key: 'daily', due_at: context.clock.now() }],
  async run(context, job) {
    if (job.merchant_id) {
      enqueue(context, job.merchant_id, job.key);
      return null;
    }
    await resume(context);
    await doEach(context, {
      parts: [expire, forget],
      alert: 'exports_not_cleaned',
      sentence: 'old exports were not cleaned up',
      about: ({ name }) => ({ step: name }),
      work: (step) => step(context),
    });
    return new Date(job.due_at.getTime() + day_ms);
  },
  watch: { every_ms: watch_every_ms, look: resume },
};
