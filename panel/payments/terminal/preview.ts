// What the virtual terminal's payment comes to, from the same rules the server charges by (Q11).
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { Refusal } from '../../../contract/errors.ts';
import {
  formatMoney,
  formatPercent,
  parseMoney,
  parsePercent,
  subtract,
} from '../../../contract/money.ts';
import type { CardType } from '../../../contract/payments/cards.ts';
import { programOf } from '../../../contract/payments/fee-programs.ts';
import { price } from '../../../contract/payments/pricing.ts';
import type { Price, PriceInput, TypedAmount } from '../../../contract/payments/pricing-types.ts';
import type { SurchargeFunding } from '../../../contract/payments/surcharge-rules.ts';
import { merchantAddress } from '../merchant-address.ts';
import type { MoneyLine } from '../money-parts.ts';
import type { TerminalForm, TerminalProcessor } from './form.ts';

/** What of the form an amount depends on: nothing that identifies an account. */
export type PricedForm = Pick<
  TerminalForm,
  | 'type'
  | 'method'
  | 'amount'
  | 'discount_amount'
  | 'shipping_amount'
  | 'tip_amount'
  | 'tax_rate'
  | 'tax_exempt'
  | 'national_tax_amount'
  | 'duty_amount'
> & { state: string; country: string };

export interface PreviewFacts {
  merchant: Pick<
    MerchantRecord,
    'permissions' | 'flags' | 'default_values' | 'primary_contact' | 'billing_contact'
  >;
  processor: TerminalProcessor | undefined;
  currency: string;
  /** Known once the first digits of a card are looked up. */
  card?: { funding: SurchargeFunding; brand: CardType };
  /** The business day, `YYYY-MM-DD`. */
  today: string;
}

export interface Preview {
  price: Price;
  lines: MoneyLine[];
  /** Why a surcharge is not taken or capped; '' where there is nothing to say. */
  note: string;
}

/** What is not an amount yet counts as nothing: the field says what is wrong with it. */
function minor(text: string, currency: string): number {
  const value = parseMoney(text, currency);
  return value === null || value < 0 ? 0 : value;
}

function flat(value: number): TypedAmount | undefined {
  return value === 0 ? undefined : { type: 'flat', value, include: true };
}

/** The pricing question the form asks. */
export function priceInput(form: PricedForm, facts: PreviewFacts): PriceInput {
  const { merchant, processor, currency } = facts;
  const own = merchant.default_values.merchant;
  const money = (text: string) => minor(text, currency);
  const rate = parsePercent(form.tax_rate.trim() || '0') ?? 0;
  const discount = flat(money(form.discount_amount));
  return {
    amount: form.type === 'verification' ? 0 : money(form.amount),
    currency,
    payment_type: form.method,
    transaction_type: form.type,
    discount_amount: discount ? [discount] : [],
    shipping_amount: flat(money(form.shipping_amount)),
    duty_amount: flat(money(form.duty_amount)),
    national_tax_amount: flat(money(form.national_tax_amount)),
    tip_amount: flat(money(form.tip_amount)),
    ...(rate > 0 && { tax_amount: { type: 'percentage', value: rate, include: true } }),
    flags: { tax_exempt: form.tax_exempt },
    program: programOf(merchant.permissions, merchant.flags),
    ...(processor?.rate && { rate: processor.rate }),
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

function linesOf(of: Price, form: PricedForm, facts: PreviewFacts): MoneyLine[] {
  const included = of.amounts_included;
  const shown = (minor: number) => formatMoney(minor, facts.currency);
  const rate = parsePercent(form.tax_rate.trim() || '0') ?? 0;
  const taxable = subtract(of.subtotal, included.discount_amount);
  const fee_rate = facts.processor?.rate;
  const percent = fee_rate?.type === 'percentage' ? `, ${formatPercent(fee_rate.value)}` : '';
  const all: MoneyLine[] = [
    { label: 'Discount', amount: -included.discount_amount },
    { label: 'Shipping', amount: included.shipping_amount },
    { label: 'Duty', amount: included.duty_amount },
    { label: `Tax, ${formatPercent(rate)} of ${shown(taxable)}`, amount: included.tax_amount },
    { label: 'National tax', amount: included.national_tax_amount },
    { label: `Surcharge${percent}`, amount: included.surcharge },
    { label: `Service fee${percent}`, amount: included.service_fee },
    { label: 'Tip', amount: included.tip_amount },
  ];
  const rest = all.filter(({ amount }) => amount !== 0);
  return [{ label: 'Amount', amount: of.subtotal }, ...rest];
}

/** The price with printed lines that add up to it; null while the form asks the impossible. */
export function previewOf(form: PricedForm, facts: PreviewFacts): Preview | null {
  try {
    const one = price(priceInput(form, facts));
    const note = one.program === 'surcharge' && form.method === 'card' ? one.surcharge_reason : '';
    return { price: one, lines: linesOf(one, form, facts), note };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
