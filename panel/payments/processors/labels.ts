// How a processor reads: its status, its methods, what it is set up for.
import { IconBan, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { formatMoney, formatPercent } from '../../../contract/money.ts';
import type { ProcessorRecord, ProcessorStatus } from '../../../contract/payments/processors.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';
import { methodLabel } from '../labels.ts';

export const status_badges: Readonly<Record<ProcessorStatus, BadgeContent>> = {
  active: { word: 'Active', tone: 'ok', icon: IconCircleCheck },
  disabled: { word: 'Disabled', tone: 'mute', icon: IconCircleMinus },
  released: { word: 'Released', tone: 'bad', icon: IconBan },
};

export const default_rails = [
  { rail: 'card', name: 'default_card' },
  { rail: 'ach', name: 'default_ach' },
  { rail: 'apm', name: 'default_apm' },
  { rail: 'cash', name: 'default_cash' },
] as const;

const more_rails: Readonly<Record<string, string>> = {
  apm: 'Wallets',
  debit: 'Debit',
  ebt: 'EBT',
};

/** `Card, ACH`. */
export function railText(rails: readonly string[]): string {
  return rails.map((rail) => more_rails[rail] ?? methodLabel(rail)).join(', ');
}

/** The methods it is the account's own choice for: `Card`; '' for none. */
export function defaultsOf(one: ProcessorRecord): string {
  const rails = default_rails.filter(({ name }) => one[name]).map(({ rail }) => rail);
  return railText(rails);
}

/** What payers pay on top: `2.500%`, `$1.00`; '' for nothing. */
export function rateText(one: ProcessorRecord): string {
  const { payment_adj_type: type, payment_adj_value: value } = one;
  if (value === 0) return '';
  if (type === 'percentage') return formatPercent(value);
  return type === 'flat' ? formatMoney(value, one.supported_currencies[0] ?? 'usd') : '';
}
