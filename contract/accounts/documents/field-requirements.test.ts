// Required fields: what absent settings mean and which payments they turn down.
import { describe, expect, it } from 'vitest';
import type { RequiredKey, Requirement } from './field-requirements.ts';
import {
  changedFieldRequirements,
  field_requirements,
  field_requirements_change,
  required_keys,
} from './field-requirements.ts';
import { hiddenMethodError, missingFieldError } from './required-errors.ts';

const demanding = (key: RequiredKey, value: Requirement = 'required') =>
  field_requirements.parse({ default: { [key]: value } }).default;

const full_sale = {
  type: 'sale',
  amount: 1000,
  order_id: 'A1',
  payment_method: { card: { number: '4111111111111111', expiration_date: '12/30', cvc: '123' } },
  billing_address: { postal_code: '60601', email: 'a@example.com' },
};

describe('the settings', () => {
  it('hold 61 keys in two groups, optional unless somebody chose', () => {
    const start = field_requirements.parse({});
    expect(required_keys).toHaveLength(61);
    expect(Object.keys(start.default)).toEqual(required_keys);
    expect(new Set(Object.values(start.default))).toEqual(new Set(['optional']));
    expect(start.invoice.payment_method_card_cvc).toBe('required');
    expect(field_requirements.parse(null)).toEqual(start);
  });

  it('fall back to the key default of their group', () => {
    const read = field_requirements.parse({
      default: { default: 'hidden', po_number: 'required' },
    });
    expect(read.default.po_number).toBe('required');
    expect(read.default.order_id).toBe('hidden');
    expect(read.invoice.order_id).toBe('optional');
  });

  it('refuse other words and drop unknown keys', () => {
    expect(field_requirements_change.safeParse({ default: { po_number: 'maybe' } }).success).toBe(
      false,
    );
    const change = field_requirements_change.parse({
      default: { made_up: 'required', po_number: '' },
    });
    expect(changedFieldRequirements({}, change).default).toEqual({});
  });

  it('keep what an update does not name', () => {
    const stored = { default: { po_number: 'required' as const } };
    const next = changedFieldRequirements(
      stored,
      field_requirements_change.parse({ invoice: { phone: 1 } }),
    );
    expect(next).toStrictEqual({ default: { po_number: 'required' }, invoice: {} });
    const more = changedFieldRequirements(
      next,
      field_requirements_change.parse({ default: { order_id: 'hidden' } }),
    );
    expect(more.default).toEqual({ po_number: 'required', order_id: 'hidden' });
    const unset = { invoice: { phone: undefined, po_number: null, order_id: '' } };
    const [invoice, unchanged] = [
      { order_id: 'required' as const },
      field_requirements_change.parse(unset),
    ];
    expect(changedFieldRequirements({ invoice }, unchanged)).toStrictEqual({
      default: {},
      invoice,
    });
    expect(
      field_requirements_change.parse({ default: null, invoice: { order_id: 'hidden' } }),
    ).toEqual({
      invoice: { order_id: 'hidden' },
    });
  });
});

describe('a payment', () => {
  it('passes where nothing is required, even when it is empty', () => {
    expect(missingFieldError(field_requirements.parse({}).default, {})).toBeNull();
    expect(missingFieldError(demanding('po_number', 'hidden'), {})).toBeNull();
  });

  it.each([
    ['billing_postal_code', 'Billing Postal Code', { billing_address: { postal_code: ' ' } }],
    ['shipping_phone', 'Shipping Phone', {}],
    ['order_id', 'Order ID', { order_id: null }],
    ['po_number', 'PO Number', {}],
    ['tax_amount', 'Tax Amount', {}],
    ['shipping_amount', 'Shipping Amount', {}],
    ['payment_adjustment', 'Payment Adjustment', {}],
    ['ip_address', 'IP Address', { source: 'api' }],
    ['po_number', 'PO Number', { source: 'cp', tax_exempt: true }],
    ['amount', 'Amount', { amount: undefined }],
    ['amount', 'Amount', { amount: null, type: 'credit' }],
    ['tax_amount', 'Tax Amount', { type: 'credit' }],
    ['billing_postal_code', 'Billing Postal Code', { billing_address: null }],
    ['billing_postal_code', 'Billing Postal Code', { billing_address: 'x' }],
    ['payment_method_card_cvc', 'CVC', { payment_method: { card: { number: '4' } } }],
    ['drivers_license', 'Drivers License', { payment_method: { ach: { account_number: '1' } } }],
  ] as const)('without the required %s is refused for %s', (key, label, without) => {
    const message = missingFieldError(demanding(key), { ...full_sale, ...without });
    expect(message).toBe(`bad request error: invalid ${label}`);
  });

  it.each([
    ['billing_postal_code', {}],
    ['order_id', {}],
    ['payment_method_card_cvc', {}],
    ['tax_amount', { tax_amount: 0 }],
    ['tax_exempt', {}],
    ['tax_amount', { tax_exempt: true }],
    ['amount', { amount: undefined, base_amount: 100 }],
    ['amount', { amount: undefined, type: 'verification' }],
    ['discount_amount', { type: 'verification' }],
    ['summary_commodity_code', { type: 'verification' }],
    ['payment_adjustment', { type: 'credit' }],
    ['ip_address', { source: 'cp' }],
    ['payment_method_ach', {}],
    ['guaranty', { payment_method: { ach: { account_number: '1' } } }],
    ['drivers_license', {}],
    ['payment_method_card_cvc', { payment_method: { cash: {} } }],
    ['payment_method_card_cvc', { payment_method: { card: { track_2: ';4=' } } }],
    ['payment_method_card_cvc', { payment_method: { card: { entry_type: 'swiped' } } }],
    ['date_of_birth', { payment_method: { ach: {} }, date_of_birth: '1980-01-02' }],
    [
      'drivers_license',
      { payment_method: { ach: { accountholder_authentication: { dl_number: 'd1' } } } },
    ],
  ] as const)('that needs %s is content with %j', (key, input) => {
    expect(missingFieldError(demanding(key), { ...full_sale, ...input })).toBeNull();
  });

  it('is refused for the first field of the settings’ order', () => {
    const settings = field_requirements.parse({
      default: { shipping_city: 'required', po_number: 'required', billing_city: 'required' },
    });
    expect(missingFieldError(settings.default, full_sale)).toMatch(/invalid PO Number$/);
  });
});

describe('a way to pay that is hidden', () => {
  it.each([
    ['card', 'card', 'Payment Method Card'],
    ['ach', 'ach', 'Payment Method ACH'],
    ['terminal', 'terminal', 'Payment Method Terminal'],
    ['customer_token', 'customer', 'Payment Method Customer Token'],
    ['cash', 'cash', 'Payment Method Cash'],
    ['mail', 'mail', 'Payment Method Mail'],
  ] as const)('by the key of %s is refused where the payment names %s', (key, member, label) => {
    const settings = demanding(`payment_method_${key}`, 'hidden');
    const paid = (payment_method: unknown) => hiddenMethodError(settings, { payment_method });
    expect(paid({ [member]: {} })).toBe(`bad request error: invalid ${label}`);
    const others = ['card', 'ach', 'cash'].filter((name) => name !== member);
    for (const other of others) expect(paid({ [other]: {}, [member]: null })).toBeNull();
    for (const nothing of [{}, null, undefined]) expect(paid(nothing)).toBeNull();
    const shown = demanding(`payment_method_${key}`);
    expect(hiddenMethodError(shown, { payment_method: { [member]: {} } })).toBeNull();
  });
});
