// The rooms whose work waits for people, by its kind.
import type { ActionItem } from '../../contract/reports/dashboard.ts';
import { identity_action_items } from '../identity/action-items.ts';
import type { ActionItemKind } from '../kit/action-item.ts';
import { payments_action_items } from '../payments/action-items.ts';
import { platform_action_items } from '../platform/action-items.ts';

export const action_item_kinds: Readonly<Record<ActionItem['kind'], ActionItemKind>> = {
  ...payments_action_items,
  ...identity_action_items,
  ...platform_action_items,
};
