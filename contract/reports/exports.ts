// Reports that a job writes to a file: how far they are, and the file (Q19).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, file, record } from '../endpoint.ts';
import { moment, nullable_moment } from '../fields.ts';
import { manifest_record, verify_input, verify_record } from './manifest.ts';

export const export_states = ['queued', 'running', 'done', 'failed', 'expired'] as const;

/** `as_of` is the moment of the one snapshot that the file holds. */
export const export_record = z.object({
  id: z.string(),
  state: z.enum(export_states),
  content_type: z.string(),
  filename: z.string(),
  /** Rows written so far; exact once it is done. */
  rows: z.int(),
  expected_rows: z.int(),
  /** Whole percent. */
  progress: z.int().min(0).max(100),
  bytes: z.int(),
  /** Of the whole file, hexadecimal; empty until it is done. */
  sha256: z.string(),
  failure: z.string(),
  created_at: moment,
  as_of: nullable_moment,
  finished_at: nullable_moment,
  expires_at: moment,
});
export type ExportRecord = z.infer<typeof export_record>;

export const report_exports = {
  get: endpoint({
    method: 'GET',
    path: '/export/{id}',
    access: signedIn(undefined, { scope: 'view_transactions' }),
    reply: record(export_record),
    rate_class: 'read',
    summary: 'Progress of an export of the calling account.',
  }),
  download: endpoint({
    method: 'GET',
    path: '/export/{id}/download',
    access: signedIn(undefined, { scope: 'view_transactions' }),
    reply: file(['text/csv', 'text/html']),
    rate_class: 'export',
    audit: 'export.download',
    summary: 'The file of an export that is done; kept for seven days.',
  }),
  manifest: endpoint({
    method: 'GET',
    path: '/export/{id}/manifest',
    access: signedIn(undefined, { scope: 'view_transactions' }),
    reply: record(manifest_record),
    rate_class: 'read',
    summary: 'The manifest of a report, also of a streamed one by its header x-export-id.',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/export/verify',
    access: signedIn(undefined, { scope: 'view_transactions' }),
    input: verify_input,
    reply: record(verify_record),
    rate_class: 'search',
    summary: 'Whether an exported file is intact, altered or unknown.',
  }),
};
