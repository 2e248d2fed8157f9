// What a form knows about one of its fields, read from the schema of its call.
import type { z } from 'zod';
import type { FieldMeta } from '../../../contract/field-meta.ts';
import {
  definitionOf,
  layersOf,
  memberLabel,
  memberOf,
  metaOfMember,
} from '../../../contract/member-labels.ts';

export interface FieldInfo extends FieldMeta {
  label: string;
  /** Characters of a text; null where there is no limit. */
  max_length: number | null;
  /** It may be left empty. */
  optional: boolean;
  /** The values of a choice. */
  choices: readonly string[];
}

function takes(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}

export function fieldInfo(schema: z.core.$ZodType, name: string): FieldInfo {
  const path = name.split('.');
  const label = memberLabel(schema, path);
  const member = memberOf(schema, path);
  if (member === undefined) return { label, max_length: null, optional: true, choices: [] };
  const core = layersOf(member).at(-1) as z.core.$ZodType;
  const { type, entries = {} } = definitionOf(core);
  return {
    ...metaOfMember(member),
    label,
    max_length: type === 'string' ? (core as z.ZodString).maxLength : null,
    optional: takes(member, '') || takes(member, undefined),
    choices: Object.values(entries),
  };
}
