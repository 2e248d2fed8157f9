// Rate limits: one class a call, one budget a caller and class, refilled steadily (quality S9).
import type { Cost } from '../../contract/endpoint.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Context } from '../context.ts';

interface RateClass {
  /** Calls a caller may make at once after a quiet time. */
  burst: number;
  per_minute: number;
}

/** A private key makes a thousand payments a minute and more; a door takes a few tries a minute. */
export const rate_classes: Record<Cost, RateClass> = {
  free: { burst: 600, per_minute: 6_000 },
  read: { burst: 1_000, per_minute: 12_000 },
  search: { burst: 300, per_minute: 3_000 },
  write: { burst: 300, per_minute: 3_000 },
  payment: { burst: 2_000, per_minute: 60_000 },
  sign_in: { burst: 60, per_minute: 60 },
  export: { burst: 20, per_minute: 60 },
};

interface Budget {
  left: number;
  at_ms: number;
}

const max_callers = 100_000;
let budgets = new Map<string, Budget>();

/** Takes one call from the caller's budget; 429 with Retry-After when it is used up. */
export function takeFromBudget(context: Context, cost: Cost): void {
  const { burst, per_minute } = rate_classes[cost];
  const caller = context.actor.credential_id || context.actor.user_id || context.ip;
  const key = `${cost} ${caller}`;
  const at_ms = context.clock.monotonicMs();
  const known = budgets.get(key);
  const refilled = known ? known.left + ((at_ms - known.at_ms) / 60_000) * per_minute : burst;
  const left = Math.min(burst, refilled) - 1;
  if (left < 0) {
    const wait_seconds = Math.max(1, Math.ceil((-left / per_minute) * 60));
    throw new Refusal('limited', 'too many requests', undefined, wait_seconds);
  }
  // Memory stays bounded: a flood of new callers starts everybody anew.
  if (!known && budgets.size >= max_callers) budgets = new Map();
  budgets.set(key, { left, at_ms });
}

/** Forgets all budgets; for tests. */
export function resetBudgets(): void {
  budgets = new Map();
}
