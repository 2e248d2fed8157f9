// What the server needs of a file to recognize it: its hash and some marks.

import { report_exports } from '../../contract/reports/exports.ts';
import { type FileCheck, mark_window_bytes, marksOf } from '../../contract/reports/manifest.ts';
import { call } from '../api.ts';

/** More than this a browser does not hold well in one piece. */
export const largest_checked_bytes = 500_000_000;
/** Without a hash of the browser's own, the text itself is sent, as far as a body may be long. */
const longest_content = 900_000;

async function hashOf(blob: Blob): Promise<string | null> {
  // Absent on plain http from another machine.
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks the server; the file stays where it is. Throws a sentence where it cannot be checked. */
export async function checkFile(
  blob: Blob,
  manifest?: Record<string, unknown>,
): Promise<FileCheck> {
  if (blob.size > largest_checked_bytes) throw new Error('The file is larger than 500 MB.');
  const proof = manifest && { manifest };
  const sha256 = await hashOf(blob);
  if (sha256 === null) {
    if (blob.size > longest_content) throw new Error('This requires a secure connection (https).');
    const content = await blob.text();
    return await call(report_exports.verify, { input: { content, ...proof } });
  }
  const [head, tail] = await Promise.all([
    blob.slice(0, mark_window_bytes).text(),
    blob.slice(-mark_window_bytes).text(),
  ]);
  const marks = marksOf(head, tail);
  return await call(report_exports.verify, { input: { sha256, marks, ...proof } });
}

/** The manifest among what was dropped, and the file it is for. */
export async function sortFiles(files: readonly File[]): Promise<{
  file: File | undefined;
  manifest: Record<string, unknown> | undefined;
}> {
  const isManifest = ({ name }: File) => name.endsWith('.json');
  const own_manifest = files.find(isManifest);
  let manifest: Record<string, unknown> | undefined;
  if (own_manifest) {
    const read: unknown = await own_manifest
      .text()
      .then(JSON.parse)
      .catch(() => null);
    manifest = typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  }
  return { file: files.find((one) => !isManifest(one)), manifest };
}
