// How an amount divides into sales, taxes, tips, fees and discount, in sales, captures and refunds.
import assert from 'node:assert/strict';
import { invalid } from '../../contract/errors.ts';
import { share } from '../../contract/money.ts';
import type { AccountKind } from './chart.ts';

/** What a transaction says of its amount; minor units of one currency, missing members are 0. */
export interface Amounts {
  /** All that the payer pays, the parts included. */
  amount: number;
  tax_amount?: number;
  national_tax_amount?: number;
  shipping_amount?: number;
  duty_amount?: number;
  tip_amount?: number;
  surcharge?: number;
  service_fee?: number;
  /** What a fee program added under this name; never a repetition of another member. */
  payment_adjustment?: number;
  discount_amount?: number;
}

type PartField = Exclude<keyof Amounts, 'amount'>;

/** Component accounts by name; positive is what the payer paid for it, discount is negative. */
export type Parts = Partial<Record<AccountKind, number>>;

const account_of: Readonly<Record<PartField, AccountKind>> = {
  tax_amount: 'tax_collected',
  national_tax_amount: 'national_tax_collected',
  shipping_amount: 'shipping_collected',
  duty_amount: 'duty_collected',
  tip_amount: 'tip_collected',
  surcharge: 'surcharge_collected',
  service_fee: 'service_fee_collected',
  payment_adjustment: 'service_fee_collected',
  discount_amount: 'discount_given',
};
const part_fields = Object.keys(account_of) as PartField[];

/** Members of a transaction that name parts of its amount. */
export type PartAmounts = Partial<Record<PartField, number>>;

/**
 * Divides an amount: named parts as they stand, sales the residue, so the parts always sum to the
 * amount. Sales may be negative by the rounding of pro-rata parts, never by more.
 */
export function partsOf(amounts: Amounts): Parts {
  const parts: Parts = {};
  let named = 0;
  for (const field of part_fields) {
    const account = account_of[field];
    const value = amounts[field] ?? 0;
    const part = account === 'discount_given' ? -value : value;
    if (part === 0) continue;
    assert(Number.isSafeInteger(part), `${field} is not a whole number of minor units`);
    parts[account] = (parts[account] ?? 0) + part;
    named += part;
  }
  const sales = amounts.amount - named;
  if (sales !== 0) parts.sales = sales;
  return parts;
}

/** Refuses with `invalid` a breakdown whose parts exceed the amount (reference ledger 3.2). */
export function checkBreakdown(amounts: Amounts): void {
  if ((partsOf(amounts).sales ?? 0) < 0) invalid('Amount');
}

/** The amounts that a breakdown by account stands for: what `partsOf` gave, turned back. */
export function amountsOf(parts: Parts): Amounts {
  const amounts: Amounts = { amount: 0 };
  for (const [account, part = 0] of Object.entries(parts) as [AccountKind, number][]) {
    amounts.amount += part;
    const field = part_fields.find((name) => account_of[name] === account);
    assert(field || account === 'sales', `${account} is no component`);
    if (field) amounts[field] = account === 'discount_given' ? -part : part;
  }
  return amounts;
}

/**
 * The amounts of a transaction once this much of it was approved or captured: each named part
 * pro rata, half to even, never beyond what was requested; parts named by the capture win.
 */
export function capturedAmounts(
  whole: Amounts,
  captured: number,
  parts: PartAmounts = {},
): Amounts {
  const result: Amounts = { amount: captured };
  for (const field of part_fields) {
    const part = whole[field] ?? 0;
    const pro_rata = captured < whole.amount ? share(part, captured, whole.amount) : part;
    result[field] = parts[field] ?? pro_rata;
  }
  return result;
}

/** What earlier refunds of the same transaction gave back, voided ones left out. */
export interface RefundedBefore {
  amount: number;
  parts: Parts;
}

export interface RefundInput {
  /** The refunded transaction as captured (`capturedAmounts` after a partial capture). */
  sale: Amounts;
  /** Minor units of this refund. */
  amount: number;
  /** The part of the amount that returns surcharge, when the caller states it. */
  surcharge?: number;
  before?: RefundedBefore;
}

const nothing_before: RefundedBefore = { amount: 0, parts: {} };

/**
 * The parts one refund gives back: cumulative shares less what was given back before, so that after
 * the last cent nothing is left of any part (reference ledger 3.2). Positive like `partsOf`.
 * Refuses with `invalid` a stated surcharge beyond the refund or beyond what is left of it.
 */
export function refundParts(input: RefundInput): Parts {
  const { sale, amount, before = nothing_before } = input;
  const so_far = before.amount + amount;
  assert(amount > 0 && so_far <= sale.amount, 'a refund beyond what was captured');
  const whole = partsOf(sale);
  const surcharge = ownSurcharge(input, whole, before);
  const parts: Parts = {};
  let named = 0;
  for (const account of Object.keys({ ...whole, ...before.parts }) as AccountKind[]) {
    if (account === 'sales') continue;
    const refunded = before.parts[account] ?? 0;
    const part = shareUntilNow(account, whole, sale.amount, so_far, surcharge) - refunded;
    if (part !== 0) parts[account] = part;
    named += part;
  }
  if (amount !== named) parts.sales = amount - named;
  return parts;
}

/**
 * Surcharge given back until now where this or an earlier refund stated its own; else undefined,
 * and surcharge is a part like the others. A refund that states none after one that did returns its
 * share of what is left, for catching up in one step could exceed the refund. What exceeds the
 * other parts is surcharge, whatever the refund states: no part exceeds what was collected.
 */
function ownSurcharge(
  input: RefundInput,
  whole: Parts,
  before: RefundedBefore,
): number | undefined {
  const { sale, amount, surcharge } = input;
  const all = whole.surcharge_collected ?? 0;
  const refunded = before.parts.surcharge_collected ?? 0;
  if (surcharge !== undefined) {
    if (surcharge < 0 || surcharge > Math.min(amount, all - refunded)) invalid('Surcharge');
    const rest = sale.amount - all - (before.amount - refunded);
    return refunded + Math.max(surcharge, amount - rest);
  }
  if (refunded === share(all, before.amount, sale.amount)) return undefined;
  return refunded + share(all - refunded, amount, sale.amount - before.amount);
}

/** How much of one part must have been given back once `so_far` of the amount has been. */
function shareUntilNow(
  account: AccountKind,
  whole: Parts,
  amount: number,
  so_far: number,
  surcharge: number | undefined,
): number {
  const part = whole[account] ?? 0;
  if (so_far === amount) return part;
  if (surcharge === undefined) return share(part, so_far, amount);
  if (account === 'surcharge_collected') return surcharge;
  const rest = amount - (whole.surcharge_collected ?? 0);
  return rest > 0 ? share(part, so_far - surcharge, rest) : 0;
}
