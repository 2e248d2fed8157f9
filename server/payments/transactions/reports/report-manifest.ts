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

const purpose = 'export manifest';

/** The manifest as it is kept and given away. */
export function sealed(context: Context, facts: ManifestFacts): Manifest {
  return { ...facts, seal: keyedDigest(context.keys.derive(purpose), canonical(facts)) };
}

/** Whether one of the keys that ever sealed manifests here made this seal. */
function isSeal(context: Context, seal: string, facts: Record<string, unknown>): boolean {
  const presented = Buffer.from(seal);
  const text = canonical(facts);
  return context.keys.derivations(purpose).some((key) => {
    const made = Buffer.from(keyedDigest(key, text));
    return presented.length === made.length && timingSafeEqual(presented, made);
  });
}

/** The manifest where this installation has sealed every member of it; else nothing. */
export function openManifest(context: Context, manifest: Record<string, unknown>): Manifest | null {
  const { seal, ...facts } = manifest;
  if (typeof seal !== 'string' || !isSeal(context, seal, facts)) return null;
  const read = manifest_record.safeParse(manifest);
  return read.success ? read.data : null;
}
