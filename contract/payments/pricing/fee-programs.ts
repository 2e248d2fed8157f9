// The fee programs of a merchant: which one is in force and what its rate comes to (rails 17.2).
import type { Flags } from '../../accounts/documents/flags.ts';
import type { Permissions } from '../../accounts/documents/permissions.ts';
import { percentOf } from '../../money.ts';
import type { SurchargeFunding } from './surcharge-rules.ts';

export const programs = [
  'surcharge',
  'dual_pricing_v2',
  'dual_pricing',
  'cash_discount_v2',
  'cash_discount',
  'service_fee',
] as const;
export type Program = (typeof programs)[number];

export type PaymentType = 'card' | 'ach' | 'cash';
export const payment_types = ['card', 'ach', 'cash'] as const;

/** A processor's `payment_adj_type` and `payment_adj_val`: cents, or thousandths of a percent. */
export interface Rate {
  readonly type: 'flat' | 'percentage';
  readonly value: number;
}

/** Ways a caller may switch a program off for one payment (gateway-api 4.1). */
export interface SkipFlags {
  skip_cash_discount?: boolean;
  skip_surcharge?: boolean;
  skip_service_fee?: boolean;
  skip_consumer_choice?: boolean;
}

type On<T> = Partial<Record<keyof T, boolean>>;

/** The program of a merchant, in the order that settles a conflict; else a service fee. */
export function programOf(permissions: On<Permissions>, flags: On<Flags>): Program {
  if (permissions.allow_surcharge && flags.surcharge_enabled) return 'surcharge';
  if (permissions.allow_dual_pricing_v2) return 'dual_pricing_v2';
  // Consumer choice has no arithmetic of its own (gateway-api 4.4). The payer picks between a card
  // price and a cash price, and its skip flag is the one of dual pricing: so it prices like that,
  // and a merchant with both switches is priced the same.
  if (permissions.allow_dual_pricing || permissions.allow_consumer_choice) return 'dual_pricing';
  if (permissions.allow_cash_discount_v2 && flags.cash_discount_enabled) return 'cash_discount_v2';
  return flags.generic_cash_discount ? 'cash_discount' : 'service_fee';
}

/**
 * How a card is funded, as far as a price may know it: cards are not looked up while the switch of
 * the account is off, and a card of unknown funding is not surcharged.
 */
export function knownFunding<F extends SurchargeFunding | undefined>(
  permissions: On<Permissions>,
  found: F,
): F | 'unknown' {
  return permissions.allow_ibx_bin_lookup ? found : 'unknown';
}

const skipped_by: Readonly<Record<Program, keyof SkipFlags>> = {
  surcharge: 'skip_surcharge',
  dual_pricing_v2: 'skip_consumer_choice',
  dual_pricing: 'skip_consumer_choice',
  cash_discount_v2: 'skip_cash_discount',
  cash_discount: 'skip_cash_discount',
  service_fee: 'skip_service_fee',
};

export function isSkipped(program: Program, flags: SkipFlags): boolean {
  return flags[skipped_by[program]] === true;
}

/** Whether the program makes one price for cards and another for cash and bank accounts. */
export function pricesByMethod(program: Program | 'none'): boolean {
  return program !== 'none' && program !== 'surcharge' && program !== 'service_fee';
}

/**
 * Whose rate makes the price. Where a program has two prices they differ by what cards cost, so
 * both are made by the rate of one card processor: the one that takes the payment, or for cash and
 * bank accounts the merchant's default for cards. A rate of a cash or bank account processor makes
 * neither (rails 17.2 has one rate for both columns and does not say whose).
 */
export function pricingProcessor<P>(
  program: Program,
  payment_type: PaymentType,
  processors: { own: P | undefined; default_card: P | undefined },
): P | undefined {
  const { own, default_card } = processors;
  return pricesByMethod(program) && payment_type !== 'card' ? default_card : own;
}

/** The payment type behind a method's name: wallets, tokens and terminals are cards. */
export function paymentTypeOf(payment_method: string): PaymentType {
  if (payment_method === 'cash') return 'cash';
  return payment_method === 'ach' || payment_method === 'plaid' ? 'ach' : 'card';
}

/** What a rate comes to on an amount, half-even; nothing is charged on nothing. */
export function feeOf(rate: Rate, base: number): number {
  if (base <= 0) return 0;
  return rate.type === 'flat' ? rate.value : percentOf(base, rate.value);
}
