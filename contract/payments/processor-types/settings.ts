// The settings of a processor record as its type declares them: checked, filled, secrets masked.
import { z } from 'zod';
import type { Credential, ProcessorType } from './record.ts';

/** Answered in the place of a secret; sent back it means unchanged (rails 4.2). */
export const secret_mask = '********';

export type Settings = Record<string, unknown>;

function textSchema(field: Credential): z.ZodType {
  const bounded = z
    .string()
    .trim()
    .min(field.required ? (field.min ?? 1) : 0)
    .max(field.max ?? 255);
  if (field.kind === 'url') return bounded.pipe(z.union([z.literal(''), z.url()]));
  if (field.kind !== 'timezone') return bounded;
  return bounded.pipe(z.string().regex(/^$|^[A-Za-z0-9_+\-/]{2,64}$/));
}

function numberSchema(field: Credential): z.ZodType {
  const whole = z.int().min(field.min ?? Number.MIN_SAFE_INTEGER);
  const bounded = whole.max(field.max ?? Number.MAX_SAFE_INTEGER);
  // Forms and older clients send figures as text.
  return z.preprocess((value) => {
    return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }, bounded);
}

/** Options are found in either case: clients write `web` and `WEB`. */
function spelledAs(options: readonly string[]) {
  return (value: unknown) =>
    options.find((option) => option.toLowerCase() === String(value).toLowerCase()) ?? value;
}

function valueSchema(field: Credential): z.ZodType {
  const options = (field.options ?? []) as [string, ...string[]];
  switch (field.kind) {
    case 'boolean':
      return z.boolean();
    case 'integer':
    case 'money':
      return numberSchema(field);
    case 'select':
      return z.preprocess(spelledAs(options), z.enum(field.required ? options : ['', ...options]));
    case 'multiselect':
      return z.array(options.length > 0 ? z.enum(options) : z.string().max(16)).max(300);
    case 'map':
      return z.record(z.string().min(1).max(64), objectOf(field.item ?? [], false));
    default:
      return textSchema(field);
  }
}

const isUnset = (value: unknown) => value === null || value === undefined || value === '';

function fieldSchema(field: Credential, updating: boolean): z.ZodType {
  const value = valueSchema(field);
  if (updating) return z.preprocess((setting) => setting ?? undefined, value.optional()).optional();
  const filled = (entered: unknown) => (isUnset(entered) ? field.default : entered);
  const always = field.required || field.default !== undefined;
  return z.preprocess(filled, always ? value : value.optional());
}

function objectOf(fields: readonly Credential[], updating: boolean) {
  return z.object(
    Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, updating)])),
  );
}

function holdsOneSet(type: ProcessorType, settings: Settings): boolean {
  const sets = type.credential_sets ?? [];
  return sets.length === 0 || sets.some((set) => set.every((name) => !isUnset(settings[name])));
}

/**
 * Schema of complete settings: required ones are there, defaults filled, unknown keys dropped.
 * The stored document is read and written with it, after `changedSettings` took the masks out.
 */
export function settingsSchema(type: ProcessorType): z.ZodType<Settings> {
  return objectOf(type.credentials, false).superRefine((settings, check) => {
    if (holdsOneSet(type, settings)) return;
    const path = [type.credential_sets?.[0]?.[0] ?? ''];
    check.addIssue({ code: 'custom', path, message: 'incomplete credentials' });
  });
}

/** Schema of an update: any of the fields; those left out keep their value. */
export function settingsChangeSchema(type: ProcessorType): z.ZodType<Settings> {
  return objectOf(type.credentials, true);
}

export function secretNames(type: ProcessorType): string[] {
  return type.credentials.filter((field) => field.secret).map((field) => field.name);
}

/** Stored settings with an update laid over them; a mask or an empty secret changes nothing. */
export function changedSettings(
  type: ProcessorType,
  stored: Settings,
  changed: Settings,
): Settings {
  const secrets = new Set(secretNames(type));
  const written = Object.entries(changed).filter(([name, value]) => {
    if (value === undefined) return false;
    return !secrets.has(name) || (value !== secret_mask && !isUnset(value));
  });
  return { ...stored, ...Object.fromEntries(written) };
}

/** Settings as answered: each secret that is set shows its mask, none shows itself. */
export function maskedSettings(type: ProcessorType, stored: Settings): Settings {
  const secrets = new Set(secretNames(type));
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => {
      if (!secrets.has(name)) return [name, value];
      return [name, isUnset(value) ? '' : secret_mask];
    }),
  );
}
