// What one transaction may come to: the contract's moves as a model that knows no database.

export type Action =
  | 'capture'
  | 'refund'
  | 'void'
  | 'settle'
  | 'return'
  | 'approve'
  | 'decline'
  | 'inquiry'
  | 'retry';

export const actions: readonly Action[] = [
  'capture',
  'refund',
  'void',
  'settle',
  'return',
  'approve',
  'decline',
  'inquiry',
  'retry',
];

/** How a transaction stands before a race. */
export type Base = 'authorized' | 'pending_settlement' | 'settled' | 'flagged' | 'pending';

export interface Standing {
  status: string;
  refunded: number;
}

export const amount = 1_000;
/** Two of them are more than there is. */
export const refund_amount = 600;

/** Does it once; null where the state does not allow it. */
export function after(state: Standing, action: Action, base: Base): Standing | null {
  const to = (from: readonly string[], status: string) =>
    from.includes(state.status) ? { ...state, status } : null;
  switch (action) {
    case 'capture':
      return to(['authorized'], 'pending_settlement');
    case 'void':
      return to(['authorized', 'pending_settlement'], 'voided');
    case 'settle':
      return to(['pending_settlement'], 'settled');
    case 'return':
      return (
        to(['pending_settlement'], 'returned') ??
        to(['settled', 'partially_refunded', 'refunded'], 'late_return')
      );
    case 'approve':
      return to(['flagged'], 'pending_settlement');
    case 'decline':
      return to(['flagged'], 'declined');
    case 'inquiry':
      return to(['pending', 'unknown'], 'pending_settlement');
    case 'refund': {
      const refunded = state.refunded + refund_amount;
      if (!['settled', 'partially_refunded'].includes(state.status) || refunded > amount)
        return null;
      return { status: refunded === amount ? 'refunded' : 'partially_refunded', refunded };
    }
    case 'retry':
      return retried[base] ? after(state, retried[base], base) : state;
  }
}

/** What a repetition repeats on each base; on a pending payment, the payment itself. */
const retried: Readonly<Record<Base, Action | null>> = {
  authorized: 'capture',
  pending_settlement: 'void',
  settled: 'refund',
  flagged: 'approve',
  pending: null,
};

/** Whether some order of what succeeded, one after another, ends like this. */
export function isPossible(
  start: Standing,
  base: Base,
  succeeded: readonly Action[],
  by_itself: readonly Action[],
  end: Standing,
): boolean {
  const is_there =
    succeeded.length === 0 && start.status === end.status && start.refunded === end.refunded;
  if (is_there) return true;
  const without = (list: readonly Action[], n: number) => list.filter((_, at) => at !== n);
  const by_caller = succeeded.some((action, n) => {
    const next = after(start, action, base);
    return next !== null && isPossible(next, base, without(succeeded, n), by_itself, end);
  });
  if (by_caller) return true;
  // Nobody says whether a batch, a return or an inquiry had an effect.
  return by_itself.some((action, n) => {
    const next = after(start, action, base);
    return next !== null && isPossible(next, base, succeeded, without(by_itself, n), end);
  });
}
