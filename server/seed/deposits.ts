// Deposits of the demo world: each batch arrives at the bank on the banking day after it closed.
import { nextBankingDay } from '../../contract/banking-days.ts';
import { subtract } from '../../contract/money.ts';
import { momentAt } from '../payments/days.ts';
import { type Book, postAt, type SeedProcessor } from './book.ts';

/** The banking day on which a batch arrives at the bank, and the moment. */
export function depositOf(batch_on: string, timezone: string): { on: string; at: Date } {
  const on = nextBankingDay(batch_on);
  return { on, at: momentAt(on, '09:00:00', timezone) };
}

interface Owed {
  amount: number;
  at: Date;
}

export interface Deposits {
  /** A payment that came back once settled: the next deposit that covers it is less by it. */
  takesBack(amount: number, at: Date): void;
  /** Pays a batch out, unless its day has not come; gives the moment, or null. */
  payOut(batch: { id: string; batch_on: string; net_deposit: number }): Date | null;
}

/** The deposits of one processor, whose batches have to come in order of time. */
export function makeDeposits(book: Book, processor: SeedProcessor): Deposits {
  let owed: Owed[] = [];
  return {
    takesBack: (amount, at) => void owed.push({ amount, at }),
    payOut({ id, batch_on, net_deposit }) {
      const { on, at } = depositOf(batch_on, processor.timezone);
      if (at > book.now) return null;
      let deposit = net_deposit;
      owed = owed.filter((one) => {
        // What would leave nothing to pay out waits for a larger deposit.
        if (one.at > at || one.amount >= deposit) return true;
        deposit = subtract(deposit, one.amount);
        return false;
      });
      postAt(book, 'funding', id, id, at, { processor: processor.id, deposit }, on);
      return at;
    },
  };
}
