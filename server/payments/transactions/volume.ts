// A processor record's limits: one payment, its day and its month, taken in the commit that sends.
import type { CompiledQuery } from 'kysely';
import { subtract } from '../../../contract/money.ts';
import type { Context } from '../../context.ts';
import { localDay } from '../days.ts';
import type { KnownProcessor } from '../merchant-facts.ts';
import type { Volume } from './attempt-notes.ts';
import type { Attempt, MoneyOperation } from './attempts.ts';
import { statement, sure } from './statements.ts';

interface Limits {
  kind: Volume['kind'];
  /** Minor units; 0 is no limit. */
  single: number;
  daily: number;
  monthly: number;
}

interface Stored {
  single?: number;
  daily?: number;
  monthly?: number;
}

/** The smaller of two limits, where 0 is none. */
function smaller(one: number, other: number): number {
  if (one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

/** What limits a payment at a processor; null for what moves no new money (gateway-api 8). */
function limitsOf({ row }: KnownProcessor, operation: MoneyOperation): Limits | null {
  const stored = row.limits as unknown as { sale?: Stored; credit?: Stored };
  if (operation === 'credit') {
    const { single = 0, daily = 0, monthly = 0 } = stored.credit ?? {};
    return { kind: 'credit', single, daily, monthly };
  }
  if (operation !== 'sale' && operation !== 'authorize') return null;
  const { single = 0, daily = 0, monthly = 0 } = stored.sale ?? {};
  return {
    kind: 'sale',
    single,
    daily: smaller(daily, row.max_daily),
    monthly: smaller(monthly, row.max_monthly),
  };
}

/** Whether one payment alone is more than the processor may take. */
export function isOverSingle(
  processor: KnownProcessor,
  operation: MoneyOperation,
  amount: number,
): boolean {
  const single = limitsOf(processor, operation)?.single ?? 0;
  return single > 0 && amount > single;
}

const longest_period_ms = 33 * 86_400_000;

/** The first instant of the local day or month that a moment lies in, to the second. */
function startOf(period: string, now: Date, timezone: string): Date {
  let before = now.getTime() - longest_period_ms;
  let within = now.getTime();
  while (within - before > 1_000) {
    const middle = before + Math.floor((within - before) / 2);
    if (localDay(new Date(middle), timezone).startsWith(period)) within = middle;
    else before = middle;
  }
  return new Date(within);
}

/** Begins a period with what the processor has taken before anybody set a limit. */
const begin_text = `
insert into processor_volume (merchant_id, processor_id, kind, period, currency, amount)
select $1, $2, $3, $4, $5, coalesce(sum(amount), 0) from transaction
where merchant_id = $1 and processor_id = $2 and currency = $5 and type = any($6)
  and status <> 'declined' and created_at >= $7 and created_at <= $8
  and not exists (select from processor_volume where merchant_id = $1 and processor_id = $2
    and kind = $3 and period = $4 and currency = $5)
on conflict do nothing`;

const take_text = `
update processor_volume set amount = amount + $6
where merchant_id = $1 and processor_id = $2 and kind = $3 and period = $4 and currency = $5
  and amount + $6 <= $7
returning 1 as found`;

const types_of = { sale: '{sale,authorize}', credit: '{credit}' } as const;

/**
 * Statements of commit 1, in front of the row: each takes the amount from a limit or fails the
 * whole commit (see `sure`). What was taken stands in the attempt's context. None where no limit is
 * set.
 */
export function takeVolume(
  context: Context,
  processor: KnownProcessor,
  attempt: Attempt,
): CompiledQuery<unknown>[] {
  const limits = limitsOf(processor, attempt.operation);
  if (!limits || limits.daily + limits.monthly === 0) return [];
  const { kind } = limits;
  const { merchant_id, processor_id, currency, amount } = attempt;
  const now = context.clock.now();
  const { timezone } = processor.row;
  const day = localDay(now, timezone);
  const asked: readonly (readonly [string, number])[] = [
    [day, limits.daily],
    [day.slice(0, 7), limits.monthly],
  ];
  const set = asked.filter(([, limit]) => limit > 0);
  attempt.context.volume = set.map(([period]) => ({ kind, period }));
  return set.flatMap(([period, limit]) => {
    const key = [merchant_id, processor_id, kind, period, currency];
    const since = startOf(period, now, timezone);
    return [
      statement(begin_text, [...key, types_of[kind], since, now]),
      sure(statement(take_text, [...key, amount, limit])),
    ];
  });
}

/** Gives back what an attempt took and did not use; for the commit that ends it. */
export function giveBack(attempt: Attempt, used: number): CompiledQuery<unknown>[] {
  const unused = subtract(attempt.amount, used);
  if (unused <= 0) return [];
  return (attempt.context.volume ?? []).map(({ kind, period }) =>
    statement(
      `update processor_volume set amount = greatest(amount - $6, 0)
      where merchant_id = $1 and processor_id = $2 and kind = $3 and period = $4 and currency = $5`,
      [attempt.merchant_id, attempt.processor_id, kind, period, attempt.currency, unused],
    ),
  );
}
