// The legacy form of the calculation: its members, and the present request they become
// (gateway-api 4.1).
import { z } from 'zod';
import { absentable, amount, blankable } from '../../fields.ts';
import { parsePercent } from '../../money.ts';

const decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,4})?$/));
const item = z.object({
  qty: blankable(decimal),
  base: absentable(amount),
  local_tax: absentable(amount),
  national_tax: absentable(amount),
});
const flag = blankable(z.boolean());

/** Thousandths of a percent, or the percentage as text. */
const rate = z.union([
  z.int().min(0).max(100_000),
  z.string().transform(parsePercent).pipe(z.int()),
]);

/** Members that only the legacy form has: with `base` or `items` a request is of it. */
export const legacy_members = {
  base: absentable(amount),
  items: z.preprocess((value) => value ?? undefined, z.array(item).max(250).optional()),
  shipping: absentable(amount),
  tax_rate: blankable(rate),
  // Without a value it was not set, so the processor's own rate applies.
  payment_adj: z.preprocess(
    (value) => ((value as { value?: unknown } | null)?.value ? value : undefined),
    z
      .object({
        type: z.preprocess((value) => value || 'flat', z.enum(['flat', 'percentage'])),
        value: z.int().min(0).max(99_999_999),
      })
      .optional(),
  ),
  settings: z.preprocess(
    (value) => value ?? undefined,
    z.object({ cash_discount: flag, surcharge: flag, consumer_choice: flag }).optional(),
  ),
};
const legacy_form = z.object(legacy_members);
export type LegacyForm = z.output<typeof legacy_form>;

export const isLegacyForm = ({ base, items }: LegacyForm): boolean =>
  base !== undefined || items !== undefined;

/** A legacy request in the present form; fee programs that its settings turn off are skipped. */
export function fromLegacyForm({
  base,
  items,
  shipping,
  tax_rate,
  payment_adj,
  settings,
}: LegacyForm) {
  const lines = (items ?? []).map(({ qty, base: unit_price, local_tax, national_tax }) => ({
    ...(qty !== undefined && { quantity: qty }),
    unit_price: unit_price ?? 0,
    ...(local_tax !== undefined && { local_tax }),
    ...(national_tax !== undefined && { national_tax }),
  }));
  const taxed = lines.some((line) => 'local_tax' in line || 'national_tax' in line);
  return {
    ...(base !== undefined && { amount: base }),
    ...(lines.length > 0 && { line_items: lines }),
    ...(shipping !== undefined && {
      shipping_amount: { type: 'flat' as const, value: shipping, include: true },
    }),
    // Taxes that the lines state win over the rate.
    ...(tax_rate !== undefined &&
      !taxed && { tax_amount: { type: 'percentage' as const, value: tax_rate, include: true } }),
    ...(payment_adj && { processor_payment_adjustment: payment_adj }),
    flags: {
      skip_cash_discount: settings?.cash_discount === false,
      skip_surcharge: settings?.surcharge === false,
      skip_consumer_choice: settings?.consumer_choice === false,
    },
  };
}

/** Its answer: minor units, the rate in thousandths of a percent. */
export const legacy_calculated = z.object({
  base: z.int(),
  items: z.array(
    z.object({ qty: z.number(), base: z.int(), local_tax: z.int(), national_tax: z.int() }),
  ),
  shipping: z.int(),
  tax_rate: z.int(),
  subtotal: z.int(),
  service_fee: z.int(),
  discount: z.int(),
  surcharge: z.int(),
  payment_adj: z.int(),
  tax: z.int(),
  total: z.int(),
});
