// Deposits of the demo world: each batch arrives at the bank on the banking day after it closed.
import { nextBankingDay } from '../../contract/banking-days.ts';
import { subtract, sum } from '../../contract/money.ts';
import { startOf } from '../payments/days.ts';
import { type Book, postAt, type SeedProcessor } from './book.ts';

const morning_ms = 9 * 3_600_000;

interface Owed {
  amount: number;
  at: Date;
}

export interface Deposits {
  /** A payment that came back after it had settled: the next deposit is less by it. */
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
      const on = nextBankingDay(batch_on);
      const at = new Date(startOf(on, processor.timezone).getTime() + morning_ms);
      if (at > book.now) return null;
      const due = owed.filter((one) => one.at <= at);
      owed = owed.filter((one) => one.at > at);
      const deposit = subtract(net_deposit, sum(due.map(({ amount }) => amount)));
      postAt(book, 'funding', id, id, at, { processor: processor.id, deposit }, on);
      return at;
    },
  };
}
