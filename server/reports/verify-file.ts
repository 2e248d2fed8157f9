// Whether a file is as it was exported: by its manifest, by its hash, or by what is left of it.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid } from '../../contract/errors.ts';
import type { report_exports } from '../../contract/reports/exports.ts';
import {
  type FileCheck,
  type FileVerdict,
  type Manifest,
  manifest_record,
  mark_window_bytes,
  marksOf,
} from '../../contract/reports/manifest.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { openManifest } from '../payments/transactions/reports/report-manifest.ts';

interface Told {
  sha256: string;
  marks: readonly string[];
}

function manifestPartsOf({ sha256, marks, content }: InputOf<typeof report_exports.verify>): Told {
  if (content == null) return { sha256: sha256 ?? invalid('Sha256'), marks: marks ?? [] };
  const bytes = Buffer.from(content);
  const ends = [bytes.subarray(0, mark_window_bytes), bytes.subarray(-mark_window_bytes)] as const;
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    marks: marksOf(ends[0].toString('utf8'), ends[1].toString('utf8')),
  };
}

function verdict(kind: FileVerdict, reason: string, manifest: Manifest | null = null): FileCheck {
  return { verdict: kind, reason, manifest };
}

const intact = (manifest: Manifest) =>
  verdict('intact', 'The file is unchanged since its export.', manifest);
const altered = (manifest: Manifest) =>
  verdict('altered', 'The file was changed after its export.', manifest);

const one_search = 200;

/** The manifest of the caller's own export that has these very bytes. */
async function sameBytes(context: Context, sha256: string): Promise<Manifest | null> {
  const row = await connect(context)
    .selectFrom('report_export')
    .select('manifest')
    .where('merchant_id', '=', context.actor.account_id)
    .where('sha256', '=', sha256)
    .where('manifest', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? manifest_record.parse(row.manifest) : null;
}

/** The manifest of the own export that a file has most of its lines of: half of them at least. */
async function likest(context: Context, marks: readonly string[]): Promise<Manifest | null> {
  if (marks.length === 0) return null;
  const wanted = new Set(marks);
  const { rows } = await sql<{ manifest: unknown; marks: string[] }>`
    select manifest, marks from report_export where merchant_id = ${context.actor.account_id}
      and manifest is not null and marks ?| array[${sql.join(marks)}]
    order by created_at desc limit ${one_search}`.execute(connect(context));
  const counted = rows.map((row) => ({
    ...row,
    share: row.marks.filter((mark) => wanted.has(mark)).length,
  }));
  const enough = counted.filter(
    ({ share, marks: own }) => share * 2 >= Math.min(marks.length, own.length),
  );
  const [best] = enough.sort((a, b) => b.share - a.share);
  return best ? manifest_record.parse(best.manifest) : null;
}

/**
 * intact: the very bytes of an export. altered: an export of ours, but not its bytes, or a manifest
 * of ours with other words in it. not_ours: neither. A given manifest is proved by its seal,
 * whoever brings it; without one the caller's own exports are looked through.
 */
export async function verifyFile(
  context: Context,
  input: InputOf<typeof report_exports.verify>,
): Promise<FileCheck> {
  const presented = manifestPartsOf(input);
  if (input.manifest != null) {
    const manifest = openManifest(context, input.manifest);
    if (manifest !== null)
      return manifest.sha256 === presented.sha256 ? intact(manifest) : altered(manifest);
  }
  const same = await sameBytes(context, presented.sha256);
  if (same !== null) {
    if (input.manifest == null) return intact(same);
    return verdict('altered', 'The file is unchanged, but its manifest was altered.', same);
  }
  const like = await likest(context, presented.marks);
  if (like !== null) return altered(like);
  return verdict('not_ours', 'This file is not an export of your account.');
}
