// A report's manifest: what was requested, when it was true, what it came to, sealed with our key.
import { timingSafeEqual } from 'node:crypto';
import {
  type Manifest,
  type ManifestFacts,
  manifest_record,
} from '../../../../contract/reports/manifest.ts';
import type { Context } from '../../../context.ts';
import { keyedDigest } from '../../../keys/keys.ts';

/** The same text for the same members, in whichever order they stand. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`);
  return `{${members.join()}}`;
}

function sealOf(context: Context, facts: Record<string, unknown>): string {
  return keyedDigest(context.keys.derive('export manifest'), canonical(facts));
}

/** The manifest as it is kept and given away. */
export function sealed(context: Context, facts: ManifestFacts): Manifest {
  return { ...facts, seal: sealOf(context, facts) };
}

/** The manifest where this installation has sealed every member of it; else nothing. */
export function openManifest(context: Context, manifest: Record<string, unknown>): Manifest | null {
  const { seal, ...facts } = manifest;
  if (typeof seal !== 'string') return null;
  const [presented, made] = [Buffer.from(seal), Buffer.from(sealOf(context, facts))];
  if (presented.length !== made.length || !timingSafeEqual(presented, made)) return null;
  const read = manifest_record.safeParse(manifest);
  return read.success ? read.data : null;
}
