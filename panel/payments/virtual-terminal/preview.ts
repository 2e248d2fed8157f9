// What the virtual terminal's payment comes to, from the same rules the server charges by (Q11).
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { Refusal } from '../../../contract/errors.ts';
import {
  formatMoney,
  formatPercent,
  parsePercent,
  subtract,
  sum,
} from '../../../contract/money.ts';
import type { CardType } from '../../../contract/payments/cards/cards.ts';
import {
  type PaymentType,
  pricesByMethod,
  pricingProcessor,
  programOf,
} from '../../../contract/payments/pricing/fee-programs.ts';
import {
  type MethodPrice,
  methodPrices,
} from '../../../contract/payments/pricing/method-prices.ts';
import { price } from '../../../contract/payments/pricing/pricing.ts';
import { taxedPart } from '../../../contract/payments/pricing/pricing-lines.ts';
import type {
  Price,
  PriceInput,
  TypedAmount,
} from '../../../contract/payments/pricing/pricing-types.ts';
import type { SurchargeFunding } from '../../../contract/payments/pricing/surcharge-rules.ts';
import type { MoneyLine } from '../../../contract/payments/transactions/money-lines.ts';
import { merchantAddress } from '../merchant-address.ts';
import type { TerminalForm } from './form.ts';
import { minorOf, priceLines, sumsLines } from './lines/lines.ts';
import type { TerminalProcessor } from './methods.ts';
import { type Note, priceNotes } from './notes/notes.ts';

/** What of the form an amount depends on: nothing that identifies an account. */
export type PricedForm = Pick<
  TerminalForm,
  | 'type'
  | 'amount'
  | 'discount_amount'
  | 'shipping_amount'
  | 'tip_amount'
  | 'tax_rate'
  | 'tax_amount'
  | 'tax_exempt'
  | 'national_tax_rate'
  | 'national_tax_amount'
  | 'duty_amount'
  | 'payment_adj_type'
  | 'payment_adj_value'
  | 'add_tax_to_total'
  | 'add_shipping_to_total'
  | 'calculate_total_from_line_items'
  | 'line_items'
> & { method: PaymentType; state: string; country: string };

export interface PreviewFacts {
  merchant: Pick<
    MerchantRecord,
    'permissions' | 'flags' | 'default_values' | 'primary_contact' | 'billing_contact'
  >;
  processor: TerminalProcessor | undefined;
  /** The merchant's default for cards: its rate makes both of two prices. */
  default_card: TerminalProcessor | undefined;
  currency: string;
  /** Known once the first digits of a card are looked up. */
  card?: { funding: SurchargeFunding; brand: CardType; exempt?: boolean };
  /** The business day, `YYYY-MM-DD`. */
  today: string;
}

export interface Preview {
  price: Price;
  lines: MoneyLine[];
  /** A card price and a cash price, where the account has two; else none. */
  prices: MethodPrice[];
  /** About the surcharge, another price than the entered one, and what the amount holds already. */
  notes: Note[];
}

function flat(value: number, include = true): TypedAmount | undefined {
  return value === 0 ? undefined : { type: 'flat', value, include };
}

/** A tax as stated, by its rate or as money; a 0 is one, and takes the place of the lines' own. */
function enteredTax(
  { rate, money }: { rate: string; money: string },
  currency: string,
  include = true,
): TypedAmount | undefined {
  if (rate.trim() !== '') {
    return { type: 'percentage', value: parsePercent(rate.trim()) ?? 0, include };
  }
  return money.trim() === ''
    ? undefined
    : { type: 'flat', value: minorOf(money, currency), include };
}

/** The fee a person states in the place of the program's; undefined where none is. */
export function enteredFee(
  form: Pick<PricedForm, 'type' | 'payment_adj_type' | 'payment_adj_value'>,
  currency: string,
): { type: 'flat' | 'percentage'; value: number } | undefined {
  const typed = form.payment_adj_value.trim();
  const charges = form.type === 'sale' || form.type === 'authorize';
  if (typed === '' || !charges) return undefined;
  const { payment_adj_type: type } = form;
  const value = type === 'flat' ? minorOf(typed, currency) : (parsePercent(typed) ?? 0);
  return { type, value };
}

/** The input of the pricing call, from the form. */
export function priceInput(form: PricedForm, facts: PreviewFacts): PriceInput {
  const { merchant, processor, default_card, currency } = facts;
  const own = merchant.default_values.merchant;
  const money = (text: string) => minorOf(text, currency);
  const { tax_rate, tax_amount, national_tax_rate, national_tax_amount } = form;
  const tax = enteredTax({ rate: tax_rate, money: tax_amount }, currency, form.add_tax_to_total);
  const national = enteredTax({ rate: national_tax_rate, money: national_tax_amount }, currency);
  const discount = flat(money(form.discount_amount));
  const fee = enteredFee(form, currency);
  const parts = {
    amount: money(form.amount),
    ...(sumsLines(form) && { line_items: priceLines(form.line_items, currency) }),
    discount_amount: discount ? [discount] : [],
    shipping_amount: flat(money(form.shipping_amount), form.add_shipping_to_total),
    duty_amount: flat(money(form.duty_amount)),
    ...(national && { national_tax_amount: national }),
    // What a tab or type does not show is not charged either.
    ...(form.type !== 'credit' && { tip_amount: flat(money(form.tip_amount)) }),
    ...(tax && { tax_amount: tax }),
    ...(fee && { service_fee: fee }),
  };
  const program = programOf(merchant.permissions, merchant.flags);
  const rate = pricingProcessor(program, form.method, { own: processor, default_card })?.rate;
  return {
    ...(form.type === 'verification' ? { amount: 0 } : parts),
    currency,
    payment_type: form.method,
    transaction_type: form.type,
    flags: { tax_exempt: form.tax_exempt },
    program,
    ...(rate && { rate }),
    ...(facts.card && { card: facts.card }),
    state: form.state,
    country: form.country,
    merchant: {
      tax_rate: own.tax_rate,
      auto_tax_exempt: own.auto_tax_exempt,
      blacklist: own.additional_surcharge_blacklist_states,
      state: merchantAddress(merchant).state,
    },
    on: facts.today,
  };
}

/** `2 line items at the card price`: what the goods are, and at which of two prices. */
function goodsLabel(of: Price, form: PricedForm): string {
  const count = form.line_items.length;
  const goods = sumsLines(form) ? `${count} line ${count === 1 ? 'item' : 'items'}` : 'Amount';
  const totals = of.payment_type_totals;
  if (!pricesByMethod(of.program) || totals === null || methodPrices(totals).length === 0) {
    return goods;
  }
  if (of.program.startsWith('cash_discount')) return `${goods} at the listed price`;
  return `${goods} at the ${form.method === 'card' ? 'card' : 'cash'} price`;
}

/** `, 2.500% of $270.94`: how a fee was found; '' where a ceiling or a flat fee was taken. */
function feeText(of: Price, input: PriceInput): string {
  const rate = input.service_fee ?? input.rate;
  if (rate?.type !== 'percentage' || of.surcharge_reason !== '') return '';
  return `, ${formatPercent(rate.value)} of ${formatMoney(of.base_amount, input.currency)}`;
}

function linesOf(of: Price, form: PricedForm, input: PriceInput): MoneyLine[] {
  const included = of.amounts_included;
  const rate = parsePercent(form.tax_rate.trim() || '0') ?? 0;
  const taxable = taxedPart(of.line_items, subtract(of.subtotal, included.discount_amount));
  const of_what =
    rate > 0 ? `, ${formatPercent(rate)} of ${formatMoney(taxable, input.currency)}` : '';
  const fee = feeText(of, input);
  const own = sum((input.discount_amount ?? []).map(({ value }) => value));
  const all: MoneyLine[] = [
    { label: 'Discount', amount: -own },
    { label: 'Cash discount', amount: subtract(own, included.discount_amount) },
    { label: 'Shipping', amount: included.shipping_amount },
    { label: 'Duty', amount: included.duty_amount },
    { label: `Tax${of_what}`, amount: included.tax_amount },
    { label: 'National tax', amount: included.national_tax_amount },
    { label: `Surcharge${fee}`, amount: included.surcharge },
    { label: `Service fee${fee}`, amount: included.service_fee },
    { label: 'Tip', amount: included.tip_amount },
  ];
  const rest = all.filter(({ amount }) => amount !== 0);
  return [{ label: goodsLabel(of, form), amount: of.subtotal }, ...rest];
}

/** The price with printed lines that add up to it; null while the form cannot be priced. */
export function previewOf(form: PricedForm, facts: PreviewFacts): Preview | null {
  try {
    const input = priceInput(form, facts);
    const one = price(input);
    const totals = one.payment_type_totals;
    return {
      price: one,
      lines: linesOf(one, form, input),
      prices: totals === null ? [] : methodPrices(totals),
      notes: priceNotes(one, input),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
