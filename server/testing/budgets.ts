// Full rate budgets for every caller: tests call more often in a second than anybody else would.
import type { Services } from '../context.ts';
import { makeRateBudgets } from '../http/overload/rate-limits.ts';

export function resetBudgets({ rate_budgets }: Services): void {
  Object.assign(rate_budgets, makeRateBudgets());
}
