// What transactions are searched by beside what all have: the reader's custom fields and groups.
import { useMemo } from 'react';
import { z } from 'zod';
import type { AccountType } from '../../../contract/access/access.ts';
import { isChosen, valuePattern } from '../../../contract/accounts/custom-field-rules.ts';
import type { CustomFieldRecord } from '../../../contract/accounts/custom-fields.ts';
import { default_group, groups } from '../../../contract/accounts/groups.ts';
import {
  choice,
  type SearchField,
  type SearchFields,
  text,
} from '../../../contract/search/search.ts';
import { useRecord } from '../../hooks.ts';
import { useCustomFields } from './use-custom-fields.ts';

const longest_searched = 255;
/** Five minutes, as the custom fields. */
const stale_after_ms = 5 * 60_000;

/** A choice is picked; what is typed must look as the field takes it (spec 2 §3). */
export function searchField(field: CustomFieldRecord): SearchField {
  if (isChosen(field.type)) {
    const values = field.values ?? [];
    const choice_labels = Object.fromEntries(values.map(({ name, value }) => [value, name]));
    const choices = values.map(({ value }) => value);
    return { ...choice(field.name, choices), choice_labels };
  }
  const value = z.string().max(longest_searched).regex(valuePattern(field.validation_type));
  return { ...text(field.name), value };
}

/** `fields` with these in the place of the two that stand for them; without any, those go. */
export function withOwnFields(
  fields: SearchFields,
  own: readonly CustomFieldRecord[],
  group_names: readonly string[],
): SearchFields {
  const { custom_fields: _, group: __, ...rest } = fields;
  const searched = own.map((field) => [field.id, searchField(field)] as const);
  return {
    ...rest,
    ...(group_names.length > 0 && { group: choice('Group', group_names) }),
    ...(searched.length > 0 && { custom_fields: Object.fromEntries(searched) }),
  };
}

/** The same for who reads the list: only a merchant has fields of its own. */
export function useOwnSearchFields(area: AccountType, fields: SearchFields): SearchFields {
  const is_merchant = area === 'merchant';
  const own = useCustomFields(is_merchant);
  const { data } = useRecord(
    groups.search,
    { input: { limit: 100 } },
    { enabled: is_merchant, stale_ms: stale_after_ms },
  );
  return useMemo(() => {
    const names = data?.rows.map(({ name }) => name) ?? [];
    const all = is_merchant ? [...new Set([default_group, ...names])] : [];
    return withOwnFields(fields, own ?? [], all);
  }, [fields, own, data, is_merchant]);
}
