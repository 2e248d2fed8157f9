// Lines by hand: what they come to, what the amount then is, and how they are sent.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../../contract/accounts/documents/default-values.ts';
import { line_item_input } from '../../../../contract/payments/transactions/line-item.ts';
import { startingForm, type TerminalForm } from '../form.ts';
import type { TerminalProcessor } from '../methods.ts';
import { type PreviewFacts, previewOf } from '../preview.ts';
import { type LineValues, lineProblems, sentLines, startingLine, sumsLines } from './lines.ts';

const merchant = {
  permissions: {},
  flags: {},
  default_values: default_values.parse({
    line_items: { unit_of_measure: 'PCE', taxable: true, local_tax_rate: '8.000' },
    virtual_terminal: { calculate_total_from_line_items: true },
  }),
  primary_contact: { state: 'OR' },
  billing_contact: { state: 'OR' },
} as unknown as PreviewFacts['merchant'];

const processor = { rate: { type: 'percentage', value: 3000 } } as unknown as TerminalProcessor;
const facts: PreviewFacts = {
  merchant,
  ...{ processor, default_card: processor },
  ...{ currency: 'usd', today: '2026-06-18' },
};
const tent: LineValues = {
  ...startingLine(merchant),
  name: 'Tent',
  quantity: '2',
  unit_price: '100.00',
  discount_amount: '20.00',
};
const pegs: LineValues = {
  ...startingLine(merchant),
  name: 'Pegs',
  quantity: '1.5',
  unit_price: '4',
  taxable: false,
};
const form: TerminalForm = {
  ...startingForm(merchant as never, 'sale', 'card'),
  line_items: [tent, pegs],
};
const priced = (over: Partial<TerminalForm> = {}) =>
  previewOf({ ...form, ...over, method: 'card', state: '', country: 'US' }, facts);

describe('a new line', () => {
  it('starts as the defaults say', () => {
    expect(startingLine(merchant)).toMatchObject({
      quantity: '1',
      unit_of_measure: 'PCE',
      taxable: true,
      local_tax_rate: '8.000',
      unit_price: '',
    });
  });
});

describe('the amount', () => {
  it('is the sum of the lines with their taxes and the fee on both', () => {
    // 180.00 + 6.00 goods, 14.40 tax, 3 % of 200.40 fee.
    expect(priced()?.lines).toEqual([
      { label: '2 line items', amount: 18600 },
      { label: 'Tax', amount: 1440 },
      { label: 'Service fee, 3.000% of $200.40', amount: 601 },
    ]);
    expect(priced()?.price.amount).toBe(20641);
  });

  it('is the typed amount where lines are only additional', () => {
    const typed = { calculate_total_from_line_items: false, amount: '50.00' };
    expect(sumsLines({ ...form, ...typed })).toBe(false);
    expect(priced(typed)?.lines[0]).toEqual({ label: 'Amount', amount: 5000 });
  });

  it('follows a tax rate typed over those of the taxed lines, and none where exempt', () => {
    const tax = (over: Partial<TerminalForm>) => priced(over)?.price.tax_amount;
    expect(tax({ tax_rate: '10', add_tax_to_total: true })).toBe(1800);
    expect(tax({ tax_exempt: true })).toBe(0);
  });

  it('holds tax and shipping already where they are not added, and says so', () => {
    const plain = { line_items: [], amount: '100.00', payment_adj_value: '0' };
    const within = priced({ ...plain, tax_rate: '8', shipping_amount: '5' });
    expect(within?.price).toMatchObject({ amount: 10000, tax_amount: 800, shipping_amount: 500 });
    expect(within?.notes.map(({ text }) => text)).toEqual([
      'The amount already includes $8.00 tax and $5.00 shipping.',
    ]);
  });

  it('carries a fee stated by hand in the place of the one set up', () => {
    const fee = (type: 'flat' | 'percentage', value: string) =>
      priced({ payment_adj_type: type, payment_adj_value: value })?.price.service_fee;
    expect(fee('flat', '2.50')).toBe(250);
    expect(fee('percentage', '10')).toBe(2004);
    expect(fee('flat', '0')).toBe(0);
    expect(priced({ type: 'credit', payment_adj_value: '10' })?.price.service_fee).toBe(0);
  });
});

describe('lines that are sent', () => {
  it('carry their totals and taxes, and the server takes them', () => {
    const [first, second] = sentLines(form.line_items, 'usd', false);
    expect(first).toMatchObject({ amount: 18000, unit_price: 10000, local_tax: 1440 });
    expect(second).toMatchObject({ amount: 600, quantity: '1.5', local_tax: 0, taxable: false });
    for (const line of [first, second]) expect(line_item_input.safeParse(line).success).toBe(true);
    expect(sentLines([tent], 'usd', true)[0]?.local_tax).toBe(0);
  });
});

describe('a line', () => {
  it('is refused field by field', () => {
    const bad = {
      ...tent,
      quantity: '0',
      unit_price: '',
      local_tax_rate: '100',
      commodity_code: 'x'.repeat(13),
    };
    expect(lineProblems([tent, bad], 'usd')).toEqual({
      'line_items.1.quantity': 'The Quantity field format is invalid.',
      'line_items.1.unit_price': 'The Unit Price field is required.',
      'line_items.1.local_tax_rate': 'The Local Tax Rate field format is invalid.',
      'line_items.1.commodity_code':
        'The Commodity Code field must not contain more than 12 characters.',
    });
  });

  it('that comes to more than any amount may be counts as nothing and says so', () => {
    const beyond = { ...tent, quantity: '999999999', unit_price: '999999999.99' };
    expect(lineProblems([beyond], 'usd')).toEqual({
      'line_items.0.quantity': 'The Quantity field format is invalid.',
    });
    expect(sentLines([beyond], 'usd', false)[0]?.amount).toBe(0);
    expect(lineProblems([{ ...tent, unit_price: '1000000000.00' }], 'usd')).toEqual({
      'line_items.0.unit_price': 'The Unit Price field format is invalid.',
    });
  });

  it('is not discounted by more than it costs', () => {
    const found = lineProblems([{ ...tent, discount_amount: '200.01' }], 'usd');
    expect(found).toEqual({
      'line_items.0.discount_amount': 'The Discount field format is invalid.',
    });
    expect(lineProblems([{ ...tent, discount_amount: '200.00' }], 'usd')).toEqual({});
  });
});
