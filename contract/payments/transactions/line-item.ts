// A line of a payment as it is sent (gateway-api 3.5).
import { z } from 'zod';
import { absentable, amount, blankable, limited } from '../../fields.ts';
import { multiply } from '../../money.ts';
import { computedAmount } from '../computed-amount.ts';

const signless = absentable(amount);
const decimal = blankable(
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,9}(\.\d{1,4})?$/)),
);
const line_members = z.object({
  id: limited(50),
  name: limited(50),
  description: limited(50),
  product_code: limited(50),
  commodity_code: limited(12),
  quantity: decimal,
  quantity_shipped: decimal,
  unit_price: signless,
  amount: signless,
  unit_of_measure: limited(12),
  tax_amount: signless,
  tax_rate: decimal,
  national_tax_amount: signless,
  national_tax: signless,
  national_tax_rate: decimal,
  local_tax: signless,
  local_tax_rate: decimal,
  taxable: absentable(z.boolean()),
  discount_amount: signless,
  discount_rate: decimal,
  freight_amount: signless,
  alternate_tax_identifier: limited(50),
  status: blankable(z.enum(['paid', 'pending', 'rejected'])),
  type: limited(50),
  subtotal: signless,
});
/** A line of a payment (gateway-api 3.5); quantities and rates are decimal text. */
export const line_item_input = line_members.refine(
  ({ quantity = '1', unit_price = 0 }) =>
    computedAmount(() => multiply(quantity, unit_price)) !== null,
  { path: ['quantity'] },
);
