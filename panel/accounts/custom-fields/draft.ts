// A custom field while it is edited: what it starts from, what is wrong, how it is sent.
import {
  type CustomFieldType,
  definitionFault,
  type FieldRule,
  isChosen,
  longest_value,
  type NamedValue,
  type ValidationType,
} from '../../../contract/accounts/custom-field-rules.ts';
import { type CustomFieldRecord, name_length } from '../../../contract/accounts/custom-fields.ts';
import { default_group, group_name_length } from '../../../contract/accounts/groups.ts';
import {
  formatMessage,
  maxLengthMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import { maxLength, numeric, problemOf, required } from '../../kit/field-rules.ts';

export interface Draft {
  name: string;
  group_name: string;
  type: CustomFieldType;
  required: boolean;
  validation_type: ValidationType;
  values: readonly NamedValue[];
  default: string;
  /** As typed. */
  position: string;
}

/** Messages by field; what is in order is absent. */
export type Problems = Readonly<Record<string, string>>;

export function draftOf(field: CustomFieldRecord | undefined): Draft {
  if (field === undefined) {
    return {
      name: '',
      group_name: default_group,
      type: 'text',
      required: false,
      validation_type: 'open',
      values: [{ name: '', value: '' }],
      default: '',
      position: '0',
    };
  }
  const { name, group_name, type, required, validation_type } = field;
  return {
    name,
    group_name,
    type,
    required,
    validation_type,
    values: field.values ?? [{ name: '', value: '' }],
    default: field.default,
    position: String(field.position),
  };
}

/** The choices as they are sent: empty rows are none, a choice without a name shows its value. */
function valuesOf({ type, values }: Draft): NamedValue[] | null {
  if (!isChosen(type)) return null;
  return values
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .map(({ name, value }) => ({ name: name || value, value: value || name }))
    .filter(({ value }) => value !== '');
}

/** The field as forms would ask it. */
export function ruleOf(draft: Draft): FieldRule {
  const { type, required, validation_type } = draft;
  const name = draft.name.trim() || 'Your field';
  const values = valuesOf(draft);
  const known = values === null || values.some(({ value }) => value === draft.default);
  return {
    id: 'preview',
    name,
    group_name: draft.group_name.trim(),
    type,
    required,
    validation_type,
    values,
    default: known ? draft.default : '',
  };
}

function textProblem(label: string, text: string, limit: number): string | undefined {
  if (text.trim() === '') return requiredMessage(label);
  return text.trim().length > limit ? maxLengthMessage(label, limit) : undefined;
}

export function problemsOf(draft: Draft): Problems {
  const fault = definitionFault(ruleOf(draft));
  const empty = valuesOf(draft)?.length === 0;
  const found: Record<string, string | undefined> = {
    name: textProblem('Name', draft.name, name_length),
    group_name: textProblem('Group', draft.group_name, group_name_length),
    ...(fault === 'Values' && {
      values: empty ? requiredMessage('Values') : 'Each value may stand once.',
    }),
    ...(fault === 'Default' && { default: formatMessage('Default') }),
    position: problemOf(draft.position.trim(), { label: 'Order' }, [
      required,
      numeric,
      maxLength(4),
    ]),
  };
  if (draft.default.length > longest_value) {
    found.default = maxLengthMessage('Default', longest_value);
  }
  const wrong = Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(wrong);
}

export function bodyOf(draft: Draft) {
  const { type, required, validation_type } = draft;
  const rule = ruleOf(draft);
  return {
    name: draft.name.trim(),
    group_name: rule.group_name,
    type,
    required,
    validation_type,
    values: valuesOf(draft),
    default: rule.default,
    position: Number(draft.position),
  };
}
