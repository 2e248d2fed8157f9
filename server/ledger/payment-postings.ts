// Every kind of posting of the payments book: one pure function from an event to entries.
//
// +x debit, -x credit, /p the processor; parts(A) = sales, taxes, tips, fees, discount.
// not(kind) = the exact opposite of that posting. Column three is the key after `kind:`.
//
// authorize            +authorization_hold/p A  -authorization_contra/p A               transaction
// authorize_increment  the same with the difference                                     attempt
// hold_release         not(the open hold)                                               transaction
// sale                 +processor_receivable/p A  -parts(A)                             transaction
// capture              not(open hold)  +processor_receivable/p A  -parts(A)             attempt
// split_leg            +processor_receivable/p2 A  -service_fee_collected or -sales A   transaction
// tip_adjust           +processor_receivable/p d  -tip_collected d                      attempt
// void                 not(sale, captures without holds, split legs, tips)              transaction
// refund               -processor_receivable/p A  +parts given back                     its own
// refund_void          not(refund)                                                      the refund
// refund_orphaned      not(parts of the refund)  +credits_given A                       the refund
// credit               +credits_given A  -processor_receivable/p A                      transaction
// cash_sale            +cash_collected A  -parts(A)                                     transaction
// cash_refund          -cash_collected A  +parts given back                             its own
// exposure_open        +exposure/p A  -exposure_contra/p A                              attempt
// exposure_close       not(exposure_open)                                               attempt
// batch_close          +settlement_receivable/p N  -processor_receivable/p N            batch
// batch_difference     +settlement_receivable/p d  -settlement_suspense/p d            batch:report
// suspense_resolve     -settlement_suspense/p x  +to/p x                                exception
// funding              +merchant_bank/p D  +processor_fees/p F  +processor_reserve/p R
//                      +settlement_suspense/p X  -settlement_receivable/p D+F+R+X       deposit
// chargeback_open      +dispute_receivable/p A  -settlement_receivable/p A              case:cycle
// chargeback_won       not(chargeback_open)                                             case:cycle
// chargeback_lost      +chargeback_losses/p A  -dispute_receivable/p A                  case:cycle
// chargeback_fee       +processor_fees/p F  -settlement_receivable/p F                  case:cycle
// processor_return       -processor_receivable/p A  +parts(A)                           trace
// processor_late_return  -settlement_receivable/p A  +parts(A)                          trace
//                        of a credit: +receivable/p A  -credits_given A
// opening              each balance  -against                                           batch
// reverse              not(a posting), once                                             posting
import {
  type Amounts,
  capturedAmounts,
  checkBreakdown,
  type PartAmounts,
  type Parts,
  partsOf,
  type RefundInput,
  refundParts,
} from './components.ts';
import {
  type AccountSums,
  type AtProcessor,
  credits,
  debits,
  type Entry,
  entry,
  opposite,
  pair,
} from './entries.ts';

function hold({ processor, amount }: AtProcessor): Entry[] {
  return pair('authorization_hold', 'authorization_contra', processor, amount);
}

function releaseHold({ processor, amount }: AtProcessor): Entry[] {
  return hold({ processor, amount: -amount });
}

interface SaleInput {
  processor: string;
  transaction: Amounts;
  /** Approved amount when it is less than requested. */
  approved?: number;
}

/** Refuses with `invalid` where the named parts of the transaction exceed its amount. */
function sale({ processor, transaction, approved }: SaleInput): Entry[] {
  checkBreakdown(transaction);
  const captured = approved ?? transaction.amount;
  const parts = partsOf(capturedAmounts(transaction, captured));
  return [entry('processor_receivable', processor, captured), ...credits(parts)];
}

interface CaptureInput extends AtProcessor {
  /** The authorized transaction: amount after increments, and its breakdown. */
  transaction: Amounts;
  /** What this capture takes off the open hold: all of it, or its own amount of a multi-capture. */
  hold: number;
  /** Parts sent with the capture; they win over the pro-rata ones. */
  captured?: PartAmounts;
}

function capture({ processor, amount, hold, transaction, captured = {} }: CaptureInput): Entry[] {
  checkBreakdown(transaction);
  checkBreakdown({ ...captured, amount });
  const parts = partsOf(capturedAmounts(transaction, amount, captured));
  return [
    ...releaseHold({ processor, amount: hold }),
    entry('processor_receivable', processor, amount),
    ...credits(parts),
  ];
}

interface SplitLegInput extends AtProcessor {
  component: 'service_fee_collected' | 'sales';
}

function splitLeg({ processor, amount, component }: SplitLegInput): Entry[] {
  return [entry('processor_receivable', processor, amount), entry(component, '', -amount)];
}

function tipAdjust({ processor, delta }: { processor: string; delta: number }): Entry[] {
  return [entry('processor_receivable', processor, delta), entry('tip_collected', '', -delta)];
}

function voidAll({ postings }: { postings: readonly AccountSums[] }): Entry[] {
  return opposite(postings);
}

function undo({ posting }: { posting: AccountSums }): Entry[] {
  return opposite([posting]);
}

function refund(input: RefundInput & { processor: string }): Entry[] {
  const receivable = entry('processor_receivable', input.processor, -input.amount);
  return [receivable, ...debits(refundParts(input))];
}

/** The sale was returned after its refund, so the refund becomes a credit of its own. */
function refundOrphaned({ refund_parts }: { refund_parts: Parts }): Entry[] {
  const parts = credits(refund_parts);
  const total = parts.reduce((sum, part) => sum - part.amount, 0);
  return [...parts, entry('credits_given', '', total)];
}

function credit({ processor, amount }: AtProcessor): Entry[] {
  return [entry('processor_receivable', processor, -amount), entry('credits_given', '', amount)];
}

function cashSale({ transaction }: { transaction: Amounts }): Entry[] {
  checkBreakdown(transaction);
  return [entry('cash_collected', '', transaction.amount), ...credits(partsOf(transaction))];
}

function cashRefund(input: RefundInput): Entry[] {
  return [entry('cash_collected', '', -input.amount), ...debits(refundParts(input))];
}

function exposureOpen({ processor, amount }: AtProcessor): Entry[] {
  return pair('exposure', 'exposure_contra', processor, amount);
}

function exposureClose({ processor, amount }: AtProcessor): Entry[] {
  return exposureOpen({ processor, amount: -amount });
}

interface BatchInput {
  processor: string;
  captured: number;
  credited: number;
}

function batchClose({ processor, captured, credited }: BatchInput): Entry[] {
  const net = captured - credited;
  return pair('settlement_receivable', 'processor_receivable', processor, net);
}

interface DifferenceInput {
  processor: string;
  expected: number;
  reported: number;
}

function batchDifference({ processor, expected, reported }: DifferenceInput): Entry[] {
  return pair('settlement_receivable', 'settlement_suspense', processor, reported - expected);
}

interface ResolveInput extends AtProcessor {
  to: 'processor_receivable' | 'settlement_differences' | 'processor_fees';
}

/** The amount is signed as it stands in suspense. */
function suspenseResolve({ processor, amount, to }: ResolveInput): Entry[] {
  return pair(to, 'settlement_suspense', processor, amount);
}

interface FundingInput {
  processor: string;
  /** Negative where the processor debits the bank account. */
  deposit: number;
  fees?: number;
  /** Held back by the processor; negative when it is released. */
  reserve?: number;
  unexplained?: number;
}

function funding(input: FundingInput): Entry[] {
  const { processor, deposit, fees = 0, reserve = 0, unexplained = 0 } = input;
  return [
    entry('merchant_bank', processor, deposit),
    entry('processor_fees', processor, fees),
    entry('processor_reserve', processor, reserve),
    entry('settlement_suspense', processor, unexplained),
    entry('settlement_receivable', processor, -(deposit + fees + reserve + unexplained)),
  ];
}

function chargebackOpen({ processor, amount }: AtProcessor): Entry[] {
  return pair('dispute_receivable', 'settlement_receivable', processor, amount);
}

function chargebackWon({ processor, amount }: AtProcessor): Entry[] {
  return chargebackOpen({ processor, amount: -amount });
}

function chargebackLost({ processor, amount }: AtProcessor): Entry[] {
  return pair('chargeback_losses', 'dispute_receivable', processor, amount);
}

function chargebackFee({ processor, amount }: AtProcessor): Entry[] {
  return pair('processor_fees', 'settlement_receivable', processor, amount);
}

/** What comes back: a sale as captured, whole, or money that was given away without one. */
type ReturnInput = { processor: string } & ({ sale: Amounts } | { credit: number });

function returned(kind: 'processor_receivable' | 'settlement_receivable', input: ReturnInput) {
  const { processor } = input;
  if ('sale' in input) {
    return [entry(kind, processor, -input.sale.amount), ...debits(partsOf(input.sale))];
  }
  return [entry(kind, processor, input.credit), entry('credits_given', '', -input.credit)];
}

function processorReturn(input: ReturnInput): Entry[] {
  return returned('processor_receivable', input);
}

function processorLateReturn(input: ReturnInput): Entry[] {
  return returned('settlement_receivable', input);
}

interface OpeningInput {
  balances: AccountSums;
  against: 'opening_memo' | 'opening_equity';
}

function opening({ balances, against }: OpeningInput): Entry[] {
  const opening_balances = Object.entries(balances).map(([account, amount]) => ({
    account,
    amount,
  }));
  const total = opening_balances.reduce((sum, balance) => sum + balance.amount, 0);
  return [...opening_balances, entry(against, '', -total)];
}

/** The kinds by name: reference ledger 3.3, payments book and the two technical ones. */
export const payments_book = {
  authorize: hold,
  authorize_increment: hold,
  hold_release: releaseHold,
  sale,
  capture,
  split_leg: splitLeg,
  tip_adjust: tipAdjust,
  void: voidAll,
  refund,
  refund_void: undo,
  refund_orphaned: refundOrphaned,
  credit,
  cash_sale: cashSale,
  cash_refund: cashRefund,
  exposure_open: exposureOpen,
  exposure_close: exposureClose,
  batch_close: batchClose,
  batch_difference: batchDifference,
  suspense_resolve: suspenseResolve,
  funding,
  chargeback_open: chargebackOpen,
  chargeback_won: chargebackWon,
  chargeback_lost: chargebackLost,
  chargeback_fee: chargebackFee,
  processor_return: processorReturn,
  processor_late_return: processorLateReturn,
  opening,
  reverse: undo,
};
