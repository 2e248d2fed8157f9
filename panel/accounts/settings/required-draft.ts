// The required fields as a table: which rows stand together, what differs, what is sent.

import {
  bank_keys,
  type FieldRequirements,
  type FieldRequirementsChange,
  level_keys,
  type RequiredGroup,
  type RequiredKey,
  required_groups,
  required_keys,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { isOfferedKey } from '../../../contract/accounts/documents/offered.ts';

interface Part {
  title: string;
  keys: readonly RequiredKey[];
}

const level_3 = new Set<RequiredKey>(level_keys);
const bank = new Set<RequiredKey>(bank_keys);

function partOf(key: RequiredKey): string {
  if (key === 'default') return 'Other fields';
  if (key.startsWith('payment_method_')) return 'Payment methods';
  if (level_3.has(key)) return 'Level 3';
  if (bank.has(key)) return 'Bank accounts';
  if (key.startsWith('billing_')) return 'Billing address';
  if (/^shipping_(?!amount$)/.test(key)) return 'Shipping address';
  return 'Payment';
}

const titles = [
  'Other fields',
  'Payment',
  'Payment methods',
  'Billing address',
  'Shipping address',
  'Bank accounts',
  'Level 3',
];

/** Every key that is offered once, under the title it is looked for. */
export const required_parts: readonly Part[] = titles.map((title) => ({
  title,
  keys: required_keys.filter((key) => isOfferedKey(key) && partOf(key) === title),
}));

/** Settings that differ, as they are sent; a group without any is left out. */
export function fieldRequirementsChange(
  stored: FieldRequirements,
  draft: FieldRequirements,
): FieldRequirementsChange {
  const groups = required_groups.map((group) => {
    const keys = required_keys.filter((key) => stored[group][key] !== draft[group][key]);
    return [group, Object.fromEntries(keys.map((key) => [key, draft[group][key]]))] as const;
  });
  return Object.fromEntries(groups.filter(([, change]) => Object.keys(change).length > 0));
}

export function changeCount(change: FieldRequirementsChange): number {
  return required_groups
    .map((group: RequiredGroup) => Object.keys(change[group] ?? {}).length)
    .reduce((all, count) => all + count, 0);
}
