// The preview of a payment by hand: its lines add up, whatever the program, and go along as sent.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../contract/accounts/documents/default-values.ts';
import { field_requirements } from '../../../contract/accounts/documents/field-requirements.ts';
import { sum } from '../../../contract/money.ts';
import { bodyOf } from './body.ts';
import { startingForm, type TerminalForm, withoutMethod } from './form.ts';
import { startingLine } from './lines/lines.ts';
import type { TerminalProcessor } from './methods.ts';
import { type PreviewFacts, previewOf } from './preview.ts';

const processor: TerminalProcessor = {
  id: 'p'.repeat(20),
  name: 'Cascade Card',
  status: 'active',
  default_card: true,
  default_ach: false,
  default_cash: false,
  supported_payment_methods: ['card', 'ach'],
  hide_in_vt: false,
  tag: '',
  currencies: ['usd'],
  sec_codes: [],
  timezone: 'America/Los_Angeles',
  settle_at: '19:00:00',
  auto_settles: true,
  rate: { type: 'percentage', value: 2500 },
};

function factsOf(permissions: Record<string, boolean>, flags: Record<string, boolean> = {}) {
  const contact = { address_line_1: '', state: 'WA' };
  const merchant = {
    permissions,
    flags,
    default_values: default_values.parse({}),
    primary_contact: contact,
    billing_contact: contact,
  } as unknown as PreviewFacts['merchant'];
  const common = { currency: 'usd', today: '2026-06-18' };
  return { merchant, processor, default_card: processor, ...common } satisfies PreviewFacts;
}

const surcharging = factsOf({ allow_surcharge: true }, { surcharge_enabled: true });
const starting = startingForm(surcharging.merchant as never, 'sale', 'card');
const form: TerminalForm = {
  ...starting,
  number: '4012 8888 8888 1881',
  expiration_date: '11/28',
  cvc: '123',
  amount: '248.00',
  discount_amount: '10.00',
  shipping_amount: '12.00',
  tax_rate: '8.8',
  tip_amount: '5',
  add_tax_to_total: true,
  add_shipping_to_total: true,
};
const priced = { ...form, method: 'card' as const, state: 'WA', country: 'US' };

describe('the amount preview', () => {
  it('prints the surcharge of a credit card and lines that add up', () => {
    const card = { funding: 'credit', brand: 'visa' } as const;
    const found = previewOf(priced, { ...surcharging, card });
    expect(found?.lines).toEqual([
      { label: 'Amount', amount: 24800 },
      { label: 'Discount', amount: -1000 },
      { label: 'Shipping', amount: 1200 },
      { label: 'Tax, 8.800% of $238.00', amount: 2094 },
      { label: 'Surcharge, 2.500% of $270.94', amount: 677 },
      { label: 'Tip', amount: 500 },
    ]);
    expect(found?.price.amount).toBe(28271);
    const text = 'Surcharge allowed: credit card, billing state WA. The cap is 3.000%.';
    expect(found?.notes).toEqual([{ tone: 'ok', text }]);
  });

  it('names no rate that a ceiling took the place of', () => {
    const card = { funding: 'credit', brand: 'visa' } as const;
    const found = previewOf({ ...priced, state: 'OK' }, { ...surcharging, card });
    expect(found?.lines).toContainEqual({ label: 'Surcharge', amount: 542 });
    expect(found?.notes[0]?.text).toMatch(/The cap is 2\.000%\. OK: Up to 2%/);
  });

  it('takes no surcharge of a debit card, and says why', () => {
    const card = { funding: 'debit', brand: 'visa' } as const;
    const found = previewOf(priced, { ...surcharging, card });
    expect(found?.price.surcharge).toBe(0);
    const text = 'Only credit cards can be surcharged.';
    expect(found?.notes).toEqual([{ tone: 'info', text }]);
  });

  it('adds up under every program and method', () => {
    const all = [
      surcharging,
      factsOf({}),
      factsOf({ allow_dual_pricing: true }),
      factsOf({ allow_dual_pricing_v2: true }),
      factsOf({ allow_cash_discount_v2: true }, { cash_discount_enabled: true }),
      factsOf({}, { generic_cash_discount: true }),
    ];
    for (const facts of all) {
      for (const method of ['card', 'ach', 'cash'] as const) {
        const found = previewOf({ ...priced, method }, facts);
        expect(sum((found?.lines ?? []).map(({ amount }) => amount))).toBe(found?.price.amount);
      }
    }
  });

  describe('of an account with two prices', () => {
    const plain = { ...priced, amount: '100', discount_amount: '', shipping_amount: '' };
    const goods = { ...plain, tax_rate: '7', tip_amount: '' };
    const rate = { type: 'percentage', value: 3990 } as const;
    const factsWith = (permissions: Record<string, boolean>, flags = {}) => ({
      ...factsOf(permissions, flags),
      ...{ processor: { ...processor, rate }, default_card: { ...processor, rate } },
    });
    const shown = (input: Parameters<typeof previewOf>[1], method: 'card' | 'cash') => {
      const found = previewOf({ ...goods, method }, input);
      const prices = found?.prices.map(({ amount }) => amount);
      return [prices, found?.price.amount, found?.lines[0], found?.notes.map(({ text }) => text)];
    };

    it('shows both, whichever pays (rails 17.2)', () => {
      const above = ['The card price is $3.99 above the entered price.'];
      const at = (label: string, amount: number) => ({ label: `Amount at the ${label}`, amount });
      for (const name of ['allow_dual_pricing', 'allow_consumer_choice']) {
        const facts = factsWith({ [name]: true });
        const both = [11127, 10700];
        expect(shown(facts, 'card')).toEqual([both, 11127, at('card price', 10399), above]);
        expect(shown(facts, 'cash')).toEqual([both, 10700, at('cash price', 10000), []]);
      }
      const v2 = factsWith({ allow_dual_pricing_v2: true });
      const below = ['The cash price is $3.84 below the entered price.'];
      expect(shown(v2, 'card')).toEqual([[10700, 10289], 10700, at('card price', 10000), []]);
      expect(shown(v2, 'cash')).toEqual([[10700, 10289], 10289, at('cash price', 9616), below]);
    });

    it('prints a cash discount by itself, beside that of the clerk', () => {
      const facts = factsWith({ allow_cash_discount_v2: true }, { cash_discount_enabled: true });
      const found = previewOf({ ...goods, method: 'cash', discount_amount: '10' }, facts);
      expect(found?.lines.slice(0, 3)).toEqual([
        { label: 'Amount at the listed price', amount: 10384 },
        { label: 'Discount', amount: -1000 },
        { label: 'Cash discount', amount: -384 },
      ]);
    });

    it('is made by the rate of the card processor, whoever takes the cash', () => {
      const till = { ...processor, rate: { type: 'flat', value: 5000 } as const };
      const facts = { ...factsWith({ allow_dual_pricing: true }), processor: till };
      expect(shown(facts, 'cash')[0]).toEqual([11127, 10700]);
    });
  });

  it('shows one price and a fee line under a service fee', () => {
    const found = previewOf(priced, factsOf({}));
    expect(found?.prices).toEqual([]);
    const fee = { label: 'Service fee, 2.500% of $270.94', amount: 677 };
    expect(found?.lines).toContainEqual(fee);
  });

  it('counts nothing that the type does not show', () => {
    const verified = previewOf({ ...priced, type: 'verification', amount: '1' }, surcharging);
    expect(verified?.price.amount).toBe(0);
    const credit = previewOf({ ...priced, type: 'credit' }, surcharging);
    expect(credit?.price.amounts_included.tip_amount).toBe(0);
    expect(credit?.lines.map(({ label }) => label)).not.toContain('Tip');
  });

  it('takes a tax by its rate or as money, and a 0 in the place of what the lines say', () => {
    const line = { ...startingLine(surcharging.merchant), unit_price: '50', taxable: true };
    const lined = { ...priced, line_items: [{ ...line, local_tax_rate: '10' }] };
    const taxOf = (tax_rate: string, tax_amount: string) => {
      const form = { ...lined, calculate_total_from_line_items: true, tax_rate, tax_amount };
      return previewOf({ ...form, discount_amount: '', tip_amount: '' }, factsOf({}))?.price;
    };
    expect(taxOf('', '')?.tax_amount).toBe(500);
    expect(taxOf('', '1.23')?.tax_amount).toBe(123);
    expect(taxOf('2', '')?.tax_amount).toBe(100);
    expect([taxOf('0', '')?.tax_amount, taxOf('', '0')?.tax_amount]).toEqual([0, 0]);
  });

  it('is silent while the form asks the impossible', () => {
    expect(previewOf({ ...priced, discount_amount: '999' }, surcharging)).toBeNull();
  });
});

describe('what is sent', () => {
  const price = previewOf(priced, surcharging)?.price;
  if (price === undefined) throw new Error('no price');
  const input = {
    price,
    currency: 'usd',
    processor_id: processor.id,
    tracks: null,
    idempotency_key: 'k',
    levels: false,
    saves: false,
    states_customers: false,
    settings: field_requirements.parse({}).default,
    fields: [],
  };

  it('carries the price whole, so that the server can hold it against its own', () => {
    const body = bodyOf(form, input);
    expect(body.amount).toBe(price.amount);
    expect(body.amounts).toEqual(price);
    expect(body.payment_method).toEqual({
      card: {
        entry_type: 'keyed',
        number: '4012888888881881',
        expiration_date: '1128',
        cvc: '123',
      },
    });
    expect(body.billing_address).toBeUndefined();
  });

  it('carries how it is paid and what the rates were, under the names of the form', () => {
    const rated = { ...form, tax_rate: '8.25', national_tax_rate: '5', tax_exempt: false };
    const fee = { payment_adj_type: 'flat', payment_adj_value: '1.50' } as const;
    expect(bodyOf({ ...rated, ...fee }, input)).toMatchObject({
      payment_type: 'card',
      payment_adj_type: 'flat',
      payment_adj_value: 150,
      override_tax_rate: '8.25',
      override_national_tax_rate: '5',
    });
    const exempt = bodyOf({ ...rated, tax_exempt: true }, input);
    expect(exempt).toMatchObject({ payment_adj_type: 'percentage', override_tax_rate: '' });
  });

  it('has its key known for a day: a payer is charged once, however late it is tried again', () => {
    const keys = { idempotency_key: 'k', idempotency_time: 86_400 };
    expect(bodyOf(form, { ...input, idempotency_key: 'k' })).toMatchObject(keys);
  });

  it('marks a swiped card as present and sends its tracks', () => {
    const tracks = { track_1: '%B1?', track_2: ';1?' };
    const body = bodyOf(form, { ...input, tracks });
    expect(body.payment_method).toMatchObject({
      card: { entry_type: 'swiped', card_present: true, ...tracks },
    });
  });

  it('verifies without an amount, and ships to billing unless an address is given', () => {
    const billing_address = { ...form.billing_address, city: 'Bellingham' };
    const body = bodyOf({ ...form, type: 'verification', billing_address }, input);
    expect(body.amount).toBeUndefined();
    expect(body.amounts).toBeUndefined();
    expect(body.shipping_address).toEqual(billing_address);
  });

  it('keeps nothing of the payment method for another try', () => {
    const again = withoutMethod(form);
    expect(JSON.stringify(again)).not.toMatch(/4012|1881|"123"|11\/28/);
    expect(again.amount).toBe('248.00');
  });
});
