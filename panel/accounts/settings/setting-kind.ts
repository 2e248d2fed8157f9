// What kind of field a setting needs, read off its schema, and what is wrong with what was typed.
import type { z } from 'zod';
import type { Entries, Entry } from '../../../contract/accounts/documents/entries.ts';
import { formatRate } from '../../../contract/money.ts';
import { listOf, listText } from '../../kit/form/typed-list.ts';
import { percent_settings } from '../value-text.ts';

export type SettingValue = string | number | boolean | readonly string[];
/** What a form holds: figures and lists of codes as they were typed. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

export type SettingKind =
  | { kind: 'switch' }
  | { kind: 'choice'; choices: readonly string[]; labels?: Readonly<Record<string, string>> }
  | { kind: 'choices'; choices: readonly string[] }
  | { kind: 'list' }
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'percent' }
  | { kind: 'text'; max_length: number | null };

interface Definition {
  type: string;
  out?: z.ZodType;
  element?: z.ZodType;
  entries?: Record<string, string>;
}

/** The schema behind whatever makes its reading lenient. */
function inner(schema: z.ZodType): z.ZodType & { def: Definition } {
  const { def } = schema as z.ZodType & { def: Definition };
  return def.type === 'pipe' && def.out ? inner(def.out) : (schema as never);
}

export function kindOf(name: string, { schema }: Entry): SettingKind {
  const found = inner(schema);
  const { def } = found;
  if (def.type === 'boolean') return { kind: 'switch' };
  if (def.type === 'enum') return { kind: 'choice', choices: Object.values(def.entries ?? {}) };
  if (percent_settings.has(name)) return { kind: 'percent' };
  if (def.type === 'number') {
    const { minValue, maxValue } = found as unknown as z.ZodInt;
    return { kind: 'whole', min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER };
  }
  if (def.type === 'array' && def.element) {
    const { entries } = inner(def.element).def;
    return entries ? { kind: 'choices', choices: Object.values(entries) } : { kind: 'list' };
  }
  return { kind: 'text', max_length: (found as unknown as z.ZodString).maxLength };
}

/** A stored document as the fields hold it. */
export function draftOf(entries: Entries, values: Readonly<Record<string, SettingValue>>): Draft {
  const rows = Object.keys(entries).map((name) => {
    const value = values[name] ?? (entries[name] as Entry).initial;
    if (percent_settings.has(name)) return [name, formatRate(Number(value))];
    const is_list = kindOf(name, entries[name] as Entry).kind === 'list';
    if (is_list && Array.isArray(value)) return [name, listText(value)];
    return [name, typeof value === 'number' ? String(value) : value];
  });
  return Object.fromEntries(rows);
}

function typed(kind: SettingKind, value: Draft[string]): unknown {
  if (kind.kind === 'list') return listOf(String(value)).map((code) => code.toUpperCase());
  if (kind.kind !== 'whole' || typeof value !== 'string') return value;
  return /^\d{1,9}$/.test(value.trim()) ? Number(value.trim()) : value;
}

/** Only what differs from what is stored, as it is sent. */
export function changeOf(entries: Entries, stored: Draft, draft: Draft): Record<string, unknown> {
  const rows = Object.keys(entries).flatMap((name) => {
    if (JSON.stringify(stored[name]) === JSON.stringify(draft[name])) return [];
    const kind = kindOf(name, entries[name] as Entry);
    const value = typed(kind, draft[name] ?? '');
    // Another spelling of the same list is no change.
    const same = JSON.stringify(value) === JSON.stringify(typed(kind, stored[name] ?? ''));
    return kind.kind === 'list' && same ? [] : [[name, value]];
  });
  return Object.fromEntries(rows);
}
