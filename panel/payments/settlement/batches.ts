// Settlement batches as a list of the panel: how they look, their sums, where one leads.
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCircleCheck,
  IconCircleDashedCheck,
} from '@tabler/icons-react';
import type { z } from 'zod';
import type { AccountType } from '../../../contract/access.ts';
import { list } from '../../../contract/endpoint.ts';
import { add, subtract } from '../../../contract/money.ts';
import {
  type BatchRecord,
  batch_record,
  type batch_summary,
  settlement,
} from '../../../contract/payments/settlement.ts';
import type { StatusLook } from '../../kit/status-badge.tsx';
import { list_paths } from '../paths.ts';

/** The search as a list: its rows stand under `results`, beside the sums of all matches. */
export const batches = { ...settlement.search, reply: list(batch_record) };

export const state_looks: Readonly<Record<BatchRecord['state'], StatusLook>> = {
  closed: { word: 'Closed', tone: 'info', icon: IconCircleDashedCheck },
  confirmed: { word: 'Confirmed', tone: 'ok', icon: IconCircleCheck },
  funded: { word: 'Funded', tone: 'ok', icon: IconBuildingBank },
  mismatch: { word: 'Differs', tone: 'bad', icon: IconAlertTriangle },
};

const day_ms = 86_400_000;
/** No payment waits longer for its settlement. */
const most_days = 180;

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
  const since = new Date(until.getTime() - most_days * day_ms);
  const days = `between:${dayOf(since)}..${dayOf(until)}`;
  return `${list_paths[area]}?settlement_batch_id=is:${id}&created_at=${days}`;
}

interface BatchSums {
  currency: string;
  captured: number;
  credit: number;
  net: number;
}

/** Sums of all matches, one for each currency: they are never added together. */
export function sumsOf(summary: readonly z.output<typeof batch_summary>[]): BatchSums[] {
  const found = new Map<string, BatchSums>();
  for (const { currency, captured, credit } of summary) {
    const known = found.get(currency) ?? { currency, captured: 0, credit: 0, net: 0 };
    found.set(currency, {
      currency,
      captured: add(known.captured, captured),
      credit: add(known.credit, credit),
      net: add(known.net, subtract(captured, credit)),
    });
  }
  return [...found.values()].sort((a, b) => a.currency.localeCompare(b.currency));
}
