// Rate limits: one class a call, one budget a caller and class, refilled steadily (quality S9).
import type { RateClass } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';

interface RateLimit {
  /** Calls a caller may make at once after a quiet time. */
  burst: number;
  per_minute: number;
}

/**
 * `refused`: credentials that open nothing, counted by the address they came from. `unfit`: bodies
 * that cannot be read or do not fit, as far as the audit log says so.
 */
type LimitedClass = RateClass | 'refused' | 'unfit';

/** A private key may make a thousand payments a second; a person signs in a few times a minute. */
export const rate_limits: Record<LimitedClass, RateLimit> = {
  free: { burst: 600, per_minute: 6_000 },
  read: { burst: 1_000, per_minute: 12_000 },
  search: { burst: 300, per_minute: 3_000 },
  write: { burst: 300, per_minute: 3_000 },
  payment: { burst: 2_000, per_minute: 60_000 },
  sign_in: { burst: 60, per_minute: 60 },
  recovery: { burst: 20, per_minute: 20 },
  export: { burst: 20, per_minute: 60 },
  probe: { burst: 10, per_minute: 20 },
  refused: { burst: 300, per_minute: 600 },
  unfit: { burst: 60, per_minute: 30 },
};

/**
 * Budgets in two generations: when the young one is full the old one is forgotten, so that memory
 * is bounded, and a flood of callers evicts no caller seen since the flood began.
 */
const max_generation = 200_000;

/**
 * When each budget will be whole again, in milliseconds of the monotonic clock: one number holds
 * all there is to know of a budget, and one that lies in the past may be forgotten.
 */
export interface RateBudgets {
  young: Map<string, number>;
  old: Map<string, number>;
}

export function makeRateBudgets(): RateBudgets {
  return { young: new Map(), old: new Map() };
}

/** Takes one call from the caller's budget; 429 with Retry-After when it is used up. */
export function spendBudget(context: Context, name: LimitedClass): void {
  const { burst, per_minute } = rate_limits[name];
  const budgets = context.rate_budgets;
  const caller = context.actor.credential_id || context.actor.user_id || network(context.ip);
  const key = `${name} ${caller}`;
  const now_ms = context.clock.monotonicMs();
  const call_ms = 60_000 / per_minute;
  const known_ms = budgets.young.get(key) ?? budgets.old.get(key) ?? now_ms;
  const whole_ms = Math.max(known_ms, now_ms) + call_ms;
  const late_ms = whole_ms - now_ms - burst * call_ms;
  if (late_ms > 0) {
    const wait_seconds = Math.max(1, Math.ceil(late_ms / 1_000));
    throw new Refusal('limited', 'too many requests', undefined, wait_seconds);
  }
  if (budgets.young.size >= max_generation && !budgets.young.has(key)) {
    budgets.old = budgets.young;
    budgets.young = new Map();
  }
  budgets.young.set(key, whole_ms);
}

/**
 * Counts credentials that open nothing, since guessing at keys uses up a budget of the address it
 * comes from. An error that is no refusal says nothing of them: it keeps its own answer.
 */
export function spendRefused(context: Context, error: unknown): void {
  if (error instanceof Refusal && error.kind !== 'unavailable') spendBudget(context, 'refused');
}

/** Takes one from the caller's budget; false when it is used up. */
export function hasBudget(context: Context, name: LimitedClass): boolean {
  try {
    spendBudget(context, name);
    return true;
  } catch {
    return false;
  }
}

/** One household or server has a whole /64 of IPv6 addresses; it gets one budget. */
function network(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
