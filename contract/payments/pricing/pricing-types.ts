// The shapes of pricing: what a payment is priced from, and the priced answer (gateway-api 4.1).
import type { CardType } from '../cards/cards.ts';
import type { PaymentType, Program, Rate, SkipFlags } from './fee-programs.ts';
import type { PricedLine, PriceLine, PriceProduct } from './pricing-lines.ts';
import type { SurchargeFunding } from './surcharge-rules.ts';

/** Cents, or thousandths of a percent of the subtotal; `include` adds it to the total. */
export interface TypedAmount extends Rate {
  readonly include?: boolean;
}

export interface PriceFlags extends SkipFlags {
  include_default_tax_to_total?: boolean;
  add_tax_to_total?: boolean;
  tax_exempt?: boolean;
  processor_surcharge_fallback?: boolean;
}

/** Facts of the merchant that prices depend on. */
export interface PriceMerchant {
  /** Default tax rate in thousandths. */
  readonly tax_rate: number;
  readonly auto_tax_exempt: boolean;
  readonly blacklist: readonly string[];
  /** State of the merchant, where the billing state is missing. */
  readonly state?: string;
  readonly colorado_cap?: boolean;
  readonly cost_thousandths?: number;
}

export interface PriceInput {
  /** The entered amount, minor units; lines or products take its place. */
  amount?: number;
  subtotal?: number;
  currency: string;
  payment_type: PaymentType;
  /** Only a sale or authorization carries a fee. */
  transaction_type?: string;
  line_items?: readonly PriceLine[];
  products?: readonly PriceProduct[];
  shipping_amount?: TypedAmount;
  duty_amount?: TypedAmount;
  tip_amount?: TypedAmount;
  tax_amount?: TypedAmount;
  local_tax_amount?: TypedAmount;
  national_tax_amount?: TypedAmount;
  discount_amount?: readonly TypedAmount[];
  addon_amount?: readonly TypedAmount[];
  additional_amounts?: readonly TypedAmount[];
  /** A service fee the caller states: it takes the program's place. */
  service_fee?: TypedAmount;
  /** A surcharge rate the caller states; the ceilings hold for it too. */
  surcharge?: TypedAmount;
  flags?: PriceFlags;
  program: Program;
  /** Rate of the processor; by-method programs take the card processor's for every method. */
  rate?: Rate;
  /** Left out before a card is known: the price then is that of a credit card. */
  card?: { funding: SurchargeFunding; brand: CardType; exempt?: boolean };
  state?: string;
  country?: string;
  merchant: PriceMerchant;
  /** The business day, `YYYY-MM-DD`: dated rules hold on it. */
  on: string;
}

/** What stands inside the total; their sum with subtotal, less the discounts, is the amount. */
export interface IncludedAmounts {
  readonly shipping_amount: number;
  readonly duty_amount: number;
  readonly tip_amount: number;
  readonly tax_amount: number;
  readonly local_tax_amount: number;
  readonly national_tax_amount: number;
  readonly addon_amounts: number[];
  readonly discount_amounts: number[];
  readonly discount_amount: number;
  readonly additional_amounts: number;
  readonly service_fee: number;
  readonly surcharge: number;
}

/** The answer of `POST /calculate/amounts`; every amount in minor units. */
export interface Price {
  readonly amount: number;
  /** The amount without tip, surcharge and service fee. */
  readonly base_amount: number;
  readonly subtotal: number;
  readonly tax_amount: number;
  readonly national_tax_amount: number;
  readonly local_tax_amount: number;
  readonly shipping_amount: number;
  readonly duty_amount: number;
  readonly tip_amount: number;
  readonly discount_amount: number;
  readonly addon_amount: number;
  readonly additional_amounts: number;
  readonly service_fee: number;
  readonly surcharge: number;
  readonly payment_adjustment: number;
  readonly currency: string;
  readonly amounts_included: IncludedAmounts;
  readonly line_items: PricedLine[];
  readonly flags: PriceFlags;
  readonly program: Program | 'none';
  /** Why a surcharge was refused or capped; empty under other programs. */
  readonly surcharge_reason: string;
  /** Totals and taxes by payment type; null where every method pays the same. */
  readonly payment_type_totals: Record<PaymentType, number> | null;
  readonly payment_type_taxes: Record<PaymentType, number> | null;
}
