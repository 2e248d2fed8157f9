// How a terminal reads: its name, its status, when it settles.
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import type { TerminalRecord, TerminalStatus } from '../../../contract/payments/terminals.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';

export const status_badges: Readonly<Record<TerminalStatus, BadgeContent>> = {
  active: { word: 'Active', tone: 'ok', icon: IconCircleCheck },
  disabled: { word: 'Disabled', tone: 'mute', icon: IconCircleMinus },
};

/** Its description, or what it is known by at the counter. */
export function terminalName(one: Pick<TerminalRecord, 'description' | 'tpn'>): string {
  return one.description || `Terminal ${one.tpn}`;
}

/** `Dejavoo Z11`. */
export function modelText({ manufacturer, model }: TerminalRecord): string {
  const maker = manufacturer.charAt(0).toUpperCase() + manufacturer.slice(1);
  return [maker, model].filter(Boolean).join(' ');
}

export function settlesText({ auto_settle, flags, settle_at }: TerminalRecord): string {
  return auto_settle || flags.host_capture ? `daily at ${settle_at.slice(0, 5)}` : 'manually';
}

export const print_choices = [
  { value: 'both', label: 'Both copies' },
  { value: 'customer', label: 'Customer copy' },
  { value: 'merchant', label: 'Merchant copy' },
  { value: 'no', label: 'No receipt' },
];

export const ebt_choices = [
  { value: 'none', label: 'None' },
  { value: 'food', label: 'Food benefits' },
  { value: 'cash', label: 'Cash benefits' },
];
