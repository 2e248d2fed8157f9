// A custom field while it is edited: what it starts from, what is wrong, how it is sent.
import {
  type CustomFieldType,
  definitionFault,
  type FieldRule,
  isChosen,
  type NamedValue,
  type ValidationType,
} from '../../../contract/accounts/custom-field-rules.ts';
import type { CustomFieldRecord } from '../../../contract/accounts/custom-fields.ts';
import { default_group } from '../../../contract/accounts/groups.ts';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { numeric, problemOf, required } from '../../kit/form/field-rules.ts';

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

/** What the schema cannot know: a choice, its values and its default must fit together. */
export function fieldRules(draft: Draft) {
  const fault = definitionFault(ruleOf(draft));
  const empty = valuesOf(draft)?.length === 0;
  return {
    ...(fault === 'Values' && {
      values: empty ? requiredMessage('Values') : 'Each value must be unique.',
    }),
    ...(fault === 'Default' && { default: formatMessage('Default') }),
    position: problemOf(draft.position.trim(), { label: 'Order' }, [required, numeric]),
  };
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
