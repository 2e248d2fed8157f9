// Limits of a merchant and of a processor record: for one payment, a day and a month, counted in
// the commit before sending.
import type { CompiledQuery } from 'kysely';
import type { Limits as MerchantLimits } from '../../../../contract/accounts/limits.ts';
import { subtract } from '../../../../contract/money.ts';
import type { Context } from '../../../context.ts';
import { requireRow, statement } from '../../../db/connections/statements.ts';
import { localDay, startOf } from '../../days.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import type { LimitUse } from './attempt-notes.ts';
import type { Attempt, MoneyOperation } from './attempts.ts';

interface Limits {
  kind: LimitUse['kind'];
  /** Minor units; 0 is no limit. */
  single: number;
  daily: number;
  monthly: number;
}

type Stored = { [K in keyof MerchantLimits]?: Partial<MerchantLimits[K]> };

/** Whose limit it is; `either` if both have one and the error does not tell which. */
export type LimitScope = 'merchant' | 'processor' | 'either';

const limit_messages: Readonly<Record<LimitScope, string>> = {
  merchant: 'The limit of this merchant is reached, so nothing was sent.',
  processor: 'The limit of this processor is reached, so nothing was sent.',
  either: 'A limit of this merchant or of its processor is reached, so nothing was sent.',
};

export const limitMessage = (of: LimitScope): string => limit_messages[of];

/** The smaller of two limits, where 0 is none. */
function smaller(one: number, other: number): number {
  if (one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

/**
 * The limits for this kind of payment; null for payments that move no new money (gateway-api 8).
 */
function limitsOf(stored: Stored, operation: MoneyOperation): Limits | null {
  const credit = operation === 'credit';
  if (!credit && operation !== 'sale' && operation !== 'authorize') return null;
  const kind = credit ? 'credit' : 'sale';
  const { single = 0, daily = 0, monthly = 0 } = stored[kind] ?? {};
  return { kind, single, daily, monthly };
}

function processorLimits({ row }: ProcessorConfig, operation: MoneyOperation): Limits | null {
  const limits = limitsOf(row.limits, operation);
  if (limits?.kind !== 'sale') return limits;
  const daily = smaller(limits.daily, row.max_daily);
  return { ...limits, daily, monthly: smaller(limits.monthly, row.max_monthly) };
}

/** Whose limit for a single payment this amount exceeds, or null. */
export function exceededSingleLimit(
  config: MerchantConfig,
  processor: ProcessorConfig,
  operation: MoneyOperation,
  amount: number,
): 'merchant' | 'processor' | null {
  const isOver = (limits: Limits | null) =>
    limits !== null && limits.single > 0 && amount > limits.single;
  if (isOver(limitsOf(config.limits, operation))) return 'merchant';
  return isOver(processorLimits(processor, operation)) ? 'processor' : null;
}

/**
 * Starts the counter of a period with what was taken before the limit was set; of a partial
 * approval the approved part.
 */
const begin_text = `
insert into limit_counter (merchant_id, processor_id, kind, period, currency, amount)
select $1, $2, $3, $4, $5,
  coalesce(sum(least(amount, coalesce(nullif(amount_authorized, 0), amount))), 0)
from transaction
where merchant_id = $1 and ($2 = '' or processor_id = $2) and currency = $5 and type = any($6)
  and status <> 'declined' and created_at >= $7 and created_at <= $8
  and not exists (select from limit_counter where merchant_id = $1 and processor_id = $2
    and kind = $3 and period = $4 and currency = $5)
on conflict do nothing`;

const take_text = `
update limit_counter set amount = amount + $6
where merchant_id = $1 and processor_id = $2 and kind = $3 and period = $4 and currency = $5
  and amount + $6 <= $7
returning 1 as found`;

const types_of = { sale: '{sale,authorize}', credit: '{credit}' } as const;

/** Days and months of the merchant are counted under an empty processor id. */
const whole_merchant = '';

interface CountedLimits {
  /** Of the processor; empty for the merchant. */
  owner: string;
  limits: Limits | null;
  timezone: string;
}

function take(
  context: Context,
  { merchant_id, currency, amount }: Attempt,
  { owner, limits, timezone }: CountedLimits,
): { uses: LimitUse[]; statements: CompiledQuery<unknown>[] } {
  const now = context.clock.now();
  const { kind, daily, monthly } = limits ?? { kind: 'sale', daily: 0, monthly: 0 };
  if (daily + monthly === 0) return { uses: [], statements: [] };
  const day = localDay(now, timezone);
  const per_period: readonly (readonly [string, number])[] = [
    [day, daily],
    [day.slice(0, 7), monthly],
  ];
  const set = per_period.filter(([, limit]) => limit > 0);
  const of_merchant = owner === whole_merchant ? ({ of_merchant: true } as const) : {};
  return {
    uses: set.map(([period]) => ({ kind, period, ...of_merchant })),
    statements: set.flatMap(([period, limit]) => {
      const key = [merchant_id, owner, kind, period, currency];
      const since = startOf(period, timezone);
      return [
        statement(begin_text, [...key, types_of[kind], since, now]),
        requireRow(statement(take_text, [...key, amount, limit])),
      ];
    }),
  };
}

/**
 * Statements of commit 1, before the row: each takes the amount from a limit or fails the whole
 * commit (see `requireRow`), the merchant's before the processor's. What was taken is stored in the
 * attempt's context. None where no limit is set.
 */
export function reserveLimits(
  context: Context,
  config: MerchantConfig,
  processor: ProcessorConfig,
  attempt: Attempt,
): CompiledQuery<unknown>[] {
  const { operation, processor_id } = attempt;
  const { timezone } = processor.row;
  const parts = [
    {
      owner: whole_merchant,
      limits: limitsOf(config.limits, operation),
      timezone: config.timezone,
    },
    { owner: processor_id, limits: processorLimits(processor, operation), timezone },
  ].map((counted) => take(context, attempt, counted));
  const limit_uses = parts.flatMap((part) => part.uses);
  if (limit_uses.length > 0) attempt.context.limit_uses = limit_uses;
  return parts.flatMap((part) => part.statements);
}

/** The limits that an attempt reserved from. */
export function limitScopeOf({ context: { limit_uses = [] } }: Attempt): LimitScope {
  const count = limit_uses.filter(({ of_merchant }) => of_merchant).length;
  if (count === 0) return 'processor';
  return count === limit_uses.length ? 'merchant' : 'either';
}

/** Releases what an attempt reserved and did not use, in the commit that ends it. */
export function releaseLimits(attempt: Attempt, used: number): CompiledQuery<unknown>[] {
  const unused = subtract(attempt.amount, used);
  if (unused <= 0) return [];
  const { merchant_id, processor_id, currency } = attempt;
  return (attempt.context.limit_uses ?? []).map(({ kind, period, of_merchant }) => {
    const owner = of_merchant ? whole_merchant : processor_id;
    return statement(
      `update limit_counter set amount = greatest(amount - $6, 0)
      where merchant_id = $1 and processor_id = $2 and kind = $3 and period = $4 and currency = $5`,
      [merchant_id, owner, kind, period, currency, unused],
    );
  });
}
