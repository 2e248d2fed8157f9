// The settings of a processor as typed, by the fields its type declares; a secret is only written.
import type { z } from 'zod';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import type {
  Credential,
  ProcessorType,
} from '../../../contract/payments/processor-types/record.ts';
import { type Settings, secret_mask } from '../../../contract/payments/processor-types/settings.ts';
import { listOf, listText } from '../../kit/form/typed-list.ts';

export type PlainDraft = string | boolean | readonly string[];

/** One entry of a map: its key, and the values of its fields. */
export interface MapRow {
  key: string;
  values: Readonly<Record<string, PlainDraft>>;
}
export type SettingDraft = PlainDraft | readonly MapRow[];
export type SettingsDraft = Readonly<Record<string, SettingDraft>>;

export function isRows(draft: SettingDraft | undefined): draft is readonly MapRow[] {
  return Array.isArray(draft) && draft.every((one) => typeof one === 'object');
}

/** Several codes without a choice of them: the form holds the text. */
export function isTypedList({ kind, options = [] }: Credential): boolean {
  return kind === 'multiselect' && options.length === 0;
}

function plainDraft(field: Credential, value: unknown): PlainDraft {
  const setting = value ?? field.default;
  if (field.kind === 'boolean') return setting === true;
  if (field.kind === 'multiselect') {
    const list = Array.isArray(setting) ? setting.map(String) : [];
    return isTypedList(field) ? listText(list) : list;
  }
  // What is stored of a secret is a mask; the field starts empty and empty changes nothing.
  if (field.secret) return '';
  return setting === undefined ? '' : String(setting);
}

function draftFor(field: Credential, value: unknown): SettingDraft {
  if (field.kind !== 'map') return plainDraft(field, value);
  return Object.entries((value ?? {}) as Record<string, Settings>).map(([key, row]) => ({
    key,
    values: rowDraft(field, row),
  }));
}

/** The fields of one entry of a map; empty ones for a new entry. */
export function rowDraft({ item = [] }: Credential, row: Settings = {}) {
  return Object.fromEntries(item.map((one) => [one.name, plainDraft(one, row[one.name])]));
}

export function settingsDraft(fields: readonly Credential[], stored: Settings): SettingsDraft {
  return Object.fromEntries(
    fields.map((field) => [field.name, draftFor(field, stored[field.name])]),
  );
}

function sentPlain(field: Credential, draft: PlainDraft | undefined): unknown {
  if (typeof draft !== 'string') return draft ?? undefined;
  if (isTypedList(field)) return listOf(draft);
  const text = draft.trim();
  const counts = field.kind === 'integer' || field.kind === 'money';
  return counts && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function sentMap({ item = [] }: Credential, rows: readonly MapRow[]): Record<string, Settings> {
  return Object.fromEntries(
    rows.map(({ key, values }) => [
      key.trim(),
      Object.fromEntries(item.map((one) => [one.name, sentPlain(one, values[one.name])])),
    ]),
  );
}

/** As the calls take them; a stored secret that was not typed again is sent as its mask. */
export function sentSettings(
  fields: readonly Credential[],
  draft: SettingsDraft,
  set: readonly string[],
): Settings {
  const rows = fields.map((field) => {
    const entered = draft[field.name];
    if (field.kind === 'map') return [field.name, sentMap(field, isRows(entered) ? entered : [])];
    if (field.secret && entered === '' && set.includes(field.name))
      return [field.name, secret_mask];
    return [field.name, sentPlain(field, entered as PlainDraft)];
  });
  return Object.fromEntries(rows);
}

/** What is wrong with them, under `settings.<name>`, by the rules the server reads them with. */
export function settingProblems(
  type: ProcessorType,
  schema: z.ZodType<Settings>,
  draft: SettingsDraft,
  set: readonly string[],
): Record<string, string> {
  const result = schema.safeParse(sentSettings(type.credentials, draft, set));
  const issues = result.success ? [] : result.error.issues;
  const found = issues.map(({ path }) => {
    const field = type.credentials.find(({ name }) => name === path[0]);
    const label = field?.label ?? 'Settings';
    const empty = draft[String(path[0])] === '';
    const message = empty ? requiredMessage(label) : formatMessage(label);
    return [`settings.${String(path[0])}`, message] as const;
  });
  const maps = type.credentials.filter(({ name, kind }) => {
    const rows = kind === 'map' ? draft[name] : undefined;
    if (!isRows(rows)) return false;
    const keys = rows.map(({ key }) => key.trim());
    return new Set(keys).size < keys.length || keys.includes('');
  });
  const doubled = maps.map(
    ({ name, label }) => [`settings.${name}`, formatMessage(label)] as const,
  );
  return Object.fromEntries([...found, ...doubled]);
}
