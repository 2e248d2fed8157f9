// Exports as their caller sees them: how far they are, and the file once it is whole.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import type { FileBody } from '../../contract/endpoint.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import type { ExportRecord, report_exports } from '../../contract/reports/exports.ts';
import { type Manifest, manifest_record } from '../../contract/reports/manifest.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import { audit_kind } from '../platform/audit-log-report.ts';
import { type ExportRow, exportPath } from './export-job.ts';
import { verifyFile } from './verify-file.ts';

/**
 * An export is seen by the account that requested it, whoever else may reach its merchants; one of
 * the audit log by those of its users who may read the log.
 */
async function ownRow(context: Context, id: string): Promise<ExportRow> {
  const row = await connect(context)
    .selectFrom('report_export')
    .selectAll()
    .where('merchant_id', '=', context.actor.account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound();
  const hidden = row.kind === audit_kind && !allowed(may.see_audit, context.actor).ok;
  return hidden ? notFound() : row;
}

function progressOf(row: ExportRow): number {
  if (row.state === 'done') return 100;
  const expected = Math.max(1, row.expected_row_count);
  return Math.min(99, Math.floor((row.row_count * 100) / expected));
}

function toRecord(row: ExportRow): ExportRecord {
  return {
    id: row.id,
    state: row.state as ExportRecord['state'],
    content_type: row.content_type,
    filename: row.filename,
    rows: row.row_count,
    expected_rows: row.expected_row_count,
    progress: progressOf(row),
    bytes: row.byte_count,
    sha256: row.sha256,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    as_of: row.as_of?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  };
}

/** The whole file, in the commit that says who fetched it; refused while there is none. */
async function download(context: Context, id: string): Promise<FileBody<Readable>> {
  const row = await ownRow(context, id);
  if (row.state !== 'done') refuse('refused', `bad request error: the export is ${row.state}`);
  const file = exportPath(context, row.id);
  // With several servers the file stands where it was written.
  const found = await stat(file).catch(() => null);
  if (!found || found.size !== row.byte_count) notFound();
  const { merchant_id } = row;
  await inTransaction(context, merchant_id, (tx) =>
    audit(tx, context, { verb: 'download', noun: 'export', id, merchant_id }),
  );
  const { content_type, filename } = row;
  return { content_type, ...(filename && { filename }), body: createReadStream(file) };
}

/** What proves an export, by the account that requested it alone. */
async function manifestOf(context: Context, id: string): Promise<Manifest> {
  const { manifest } = await ownRow(context, id);
  return manifest === null ? notFound() : manifest_record.parse(manifest);
}

export const exportHandlers: Handlers<typeof report_exports> = {
  get: async (context, { id }) => toRecord(await ownRow(context, id)),
  download: (context, { id }) => download(context, id),
  manifest: (context, { id }) => manifestOf(context, id),
  verify: (context, _params, input) => verifyFile(context, input),
};
