// What a payment will come to before it is made.
import { z } from 'zod';
import { signedIn } from '../../access/access.ts';
import { endpoint, record } from '../../endpoint.ts';
import { absentable, amount, blankable, currency, settable } from '../../fields.ts';
import { bin_lookup, digits, place } from '../cards/bin-lookup.ts';
import { line_item_input } from '../transactions/line-item.ts';
import { legacy_calculated, legacy_members } from './legacy-amounts.ts';
import { payment_type_totals } from './method-prices.ts';

const adjustment_types = ['flat', 'percentage'] as const;
const some = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** A thousand percent, in thousandths: beyond it nobody means a rate. */
const max_thousandths = 1_000_000;
/** Cents, or thousandths of a percent; `include` adds it to the total (gateway-api 4.1). */
const typed_amount = z
  .object({
    type: z.preprocess((value) => value || 'flat', z.enum(adjustment_types)),
    value: z.preprocess((value) => value ?? 0, amount),
    include: blankable(z.boolean()),
  })
  .refine(({ type, value }) => type !== 'percentage' || value <= max_thousandths);
const typed = settable(typed_amount);
const typed_list = some(
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(typed_amount).max(50)),
);

const flag = blankable(z.boolean());
const flags = z.object({
  skip_cash_discount: flag,
  skip_surcharge: flag,
  skip_service_fee: flag,
  skip_consumer_choice: flag,
  include_default_tax_to_total: flag,
  tax_exempt: flag,
  processor_surcharge_fallback: flag,
  add_tax_to_total: flag,
});

const product = z.object({
  id: blankable(z.string().max(40)),
  name: blankable(z.string().max(255)),
  price: z.union([z.string(), z.number()]).transform(String),
  description: blankable(z.string().max(255)),
  local_tax: blankable(z.union([z.string(), z.number()]).transform(String)),
  national_tax: blankable(z.union([z.string(), z.number()]).transform(String)),
  unit_of_measure: blankable(z.string().max(12)),
});

export const methods = [
  'card',
  'ach',
  'token',
  'terminal',
  'cash',
  'apple_pay_token',
  'plaid',
] as const;
const transaction_types = [
  'verification',
  'auth',
  'authorize',
  'sale',
  'void',
  'refund',
  'credit',
] as const;

/** `POST /calculate/amounts` (gateway-api 4.1). */
export const calculate_input = z.object({
  amount: absentable(amount),
  subtotal: absentable(amount),
  processor_id: blankable(z.string().max(20)),
  currency: blankable(currency),
  payment_method: blankable(z.enum(methods)),
  transaction_type: blankable(z.enum(transaction_types)),
  cc_bin: digits(19),
  cc_type: blankable(z.string().max(32)),
  ...place,
  source: blankable(z.string().max(32)),
  products: some(z.array(product).max(250)),
  line_items: some(z.array(line_item_input).max(250)),
  tax_amount: typed,
  tax_override_amount: typed,
  national_tax_amount: typed,
  local_tax_amount: typed,
  service_fee: typed,
  surcharge: typed,
  processor_payment_adjustment: typed,
  shipping_amount: typed,
  duty_amount: typed,
  tip_amount: typed,
  discount_amount: typed_list,
  addon_amount: typed_list,
  additional_amounts: typed_list,
  flags: some(flags),
  ...legacy_members,
});
export type CalculateInput = z.output<typeof calculate_input>;

const by_type = payment_type_totals.nullable();
const included = z.object({
  shipping_amount: z.int(),
  duty_amount: z.int(),
  tip_amount: z.int(),
  tax_amount: z.int(),
  local_tax_amount: z.int(),
  national_tax_amount: z.int(),
  addon_amounts: z.array(z.int()),
  discount_amounts: z.array(z.int()),
  discount_amount: z.int(),
  additional_amounts: z.int(),
  service_fee: z.int(),
  surcharge: z.int(),
});

/** The priced payment; may be sent back whole as `amounts` of a transaction. */
export const calculated = z.object({
  amount: z.int(),
  base_amount: z.int(),
  subtotal: z.int(),
  tax_amount: z.int(),
  national_tax_amount: z.int(),
  local_tax_amount: z.int(),
  shipping_amount: z.int(),
  duty_amount: z.int(),
  tip_amount: z.int(),
  discount_amount: z.int(),
  addon_amount: z.int(),
  additional_amounts: z.int(),
  service_fee: z.int(),
  surcharge: z.int(),
  payment_adjustment: z.int(),
  currency: z.string(),
  amounts_included: included,
  line_items: z.array(z.looseObject({})),
  flags: z.record(z.string(), z.boolean().optional()),
  program: z.string(),
  surcharge_reason: z.string(),
  payment_type_totals: by_type,
  payment_type_taxes: by_type,
});

/** `POST /lookup/fees`, the older form (gateway-api 4.2). */
export const fees_input = z.object({
  type: blankable(z.string().max(32)),
  type_id: blankable(z.string().max(40)),
  ...place,
  bin: digits(19),
  payment_method: blankable(z.enum(methods)),
  base_amount: absentable(amount),
  processor_id: blankable(z.string().max(20)),
  line_items: some(z.array(line_item_input).max(250)),
  tax: absentable(amount),
  surcharge: typed,
});
export type FeesInput = z.output<typeof fees_input>;

export const fees_record = z.object({
  service_fee: z.int(),
  payment_adjustment: z.object({ value: z.int(), type: z.string() }),
  payment_type_totals: z.object({ card: z.int(), ach: z.int(), cash: z.int() }),
  payment_type_taxes: z.object({ card: z.int(), ach: z.int(), cash: z.int() }),
  requested_amount: z.int(),
  discount_amount: z.int().nullable(),
  surcharge: z.int(),
});

const merchant = signedIn(['merchant'], { scope: 'calculate_amounts' });

export const amounts = {
  calculate: endpoint({
    method: 'POST',
    path: '/calculate/amounts',
    access: merchant,
    input: calculate_input,
    reply: record(z.union([calculated, legacy_calculated])),
    rate_class: 'read',
    summary: 'The total of a payment with its taxes and fees.',
  }),
  fees: endpoint({
    method: 'POST',
    path: '/lookup/fees',
    access: merchant,
    input: fees_input,
    reply: record(fees_record),
    rate_class: 'read',
    summary: 'Fees on a base amount (deprecated: calculate the amounts).',
  }),
  bin: bin_lookup,
};
