// Settlement batches as a list of the panel: how they look, their sums, where one leads.
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCircleCheck,
  IconCircleDashedCheck,
} from '@tabler/icons-react';
import type { AccountType } from '../../../contract/access/access.ts';
import { file, list } from '../../../contract/endpoint.ts';
import {
  type BatchRecord,
  type BatchTotals,
  batch_record,
  settlement,
} from '../../../contract/payments/settlement.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';
import type { Total } from '../../kit/list/totals-strip.tsx';
import { list_paths } from '../paths.ts';

/** The search as a list: its rows are in `results`, beside the sums of all matches. */
export const batches = { ...settlement.search, reply: list(batch_record) };

/** The same search as a file, where its body says `csv: true`. */
export const batches_file = { ...settlement.search, reply: file(['text/csv']) };

/** `settlements-06-18-2026.csv`, as the server calls it. */
export function batchesFileName(now: Date): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split('-');
  return `settlements-${month}-${day}-${year}.csv`;
}

export const state_badges: Readonly<Record<BatchRecord['state'], BadgeContent>> = {
  closed: { word: 'Closed', tone: 'info', icon: IconCircleDashedCheck },
  confirmed: { word: 'Confirmed', tone: 'ok', icon: IconCircleCheck },
  funded: { word: 'Funded', tone: 'ok', icon: IconBuildingBank },
  mismatch: { word: 'Differs', tone: 'bad', icon: IconAlertTriangle },
};

const day_ms = 86_400_000;
/** No payment waits longer for its settlement. */
const max_days = 180;

/**
 * The transactions that settled in a batch. A search without days looks four months back, and a
 * batch may be older than that, so the days are named.
 */
export function transactionsIn(
  area: AccountType,
  { id, batch_date }: Pick<BatchRecord, 'id' | 'batch_date'>,
): string {
  const until = new Date(batch_date);
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const since = new Date(until.getTime() - max_days * day_ms);
  const days = `between:${dayOf(since)}..${dayOf(until)}`;
  return `${list_paths[area]}?settlement_batch_id=is:${id}&created_at=${days}`;
}

/** What waits for its settlement at a processor, as administrators find it. */
export function pendingAt(processor_id: string): string {
  return `${list_paths.admin}?processor_id=is:${processor_id}&status=is:pending_settlement`;
}

/** The strip of one currency: they are never added together. */
export function stripOf({ currency, captured, credit, net_deposit }: BatchTotals): Total[] {
  return [
    { label: `Captured (${currency.toUpperCase()})`, amount: captured },
    { label: 'Credits', amount: credit },
    { label: 'Net deposit', amount: net_deposit, strong: true },
  ];
}
