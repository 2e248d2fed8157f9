// What proves an exported file: its manifest, sealed with the installation's key, and its marks.
import { z } from 'zod';
import { moment } from '../fields.ts';
import { more_totals_fields, standard_totals_fields } from './output-fields.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The figures of the totals strip over the same rows. */
export const manifest_totals = [...standard_totals_fields, ...more_totals_fields] as const;

const control_totals = z.object({
  currency: z.string(),
  rows: z.int(),
  amount: z.int(),
  /** Absent where who exported may not see the totals of a search. */
  totals: z.record(z.enum(manifest_totals), z.int()).optional(),
});

export const manifest_record = z.object({
  version: z.literal(1),
  export_id: z.string(),
  account_id: z.string(),
  kind: z.string(),
  filename: z.string(),
  content_type: z.string(),
  /** The search as it was requested: filters, sort, reach; a card number is not kept. */
  search: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()),
  time_zone: z.string(),
  /** Moment of the one snapshot that the rows and the sums are of. */
  as_of: moment,
  rows: z.int(),
  /** Control totals by currency: rows, the sum of their amounts, the strip's; minor units. */
  sums: z.array(control_totals),
  bytes: z.int(),
  /** Of the whole file. */
  sha256: hash,
  /** Keyed hash over all of the above. */
  seal: hash,
});
export type Manifest = z.output<typeof manifest_record>;
export type ManifestFacts = Omit<Manifest, 'seal'>;

export const file_verdicts = ['intact', 'altered', 'not_ours'] as const;
export type FileVerdict = (typeof file_verdicts)[number];

/** The file itself may stay where it is: its hash, its length and its marks are enough. */
export const verify_input = z.object({
  sha256: z.preprocess((v) => v || undefined, hash.optional()),
  /** `marksOf` the file; by them an altered copy is recognized. */
  marks: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(16)
    .nullish(),
  /** The whole text of a small file in place of hash and marks. */
  content: z.string().max(900_000).nullish(),
  /** The manifest that came with it. */
  manifest: z.record(z.string(), z.unknown()).nullish(),
});

export const verify_record = z.object({
  verdict: z.enum(file_verdicts),
  /** One sentence. */
  reason: z.string(),
  /** Of the export that the file is, or was. */
  manifest: manifest_record.nullable(),
});
export type FileCheck = z.output<typeof verify_record>;

/** Marks are made from so many bytes at either end of a file. */
export const mark_window_bytes = 65_536;
const max_marks = 16;
const shortest_line = 24;
const line_start = 60;
/** Lines that every page has. */
const frame = /^<(!|html|\/)/;

/** FNV-1a over UTF-16 units, twice: tells lines apart; what proves a file is its SHA-256. */
function markOf(line: string): string {
  let a = 0x811c9dc5;
  let b = 0x2f0b4a27;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit ^ (a >>> 7), 0x01000193);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The sixteen lowest marks of whole lines and of their beginnings, at both ends of a file. The
 * heading and lines cut by a window's edge do not count. A change leaves most of them as they were.
 */
export function marksOf(head: string, tail: string): string[] {
  const lines = [head, tail].flatMap((part) => part.split('\n').slice(1, -1));
  const counted = lines.filter((line) => line.length >= shortest_line && !frame.test(line));
  const marks = new Set(
    counted.flatMap((line) => [markOf(line), markOf(line.slice(0, line_start))]),
  );
  return [...marks].sort().slice(0, max_marks);
}
