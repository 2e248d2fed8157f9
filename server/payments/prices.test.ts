// What was shown before a payment is what is charged: every program, way to pay and set of parts.
import { describe, expect, it } from 'vitest';
import { sum } from '../../contract/money.ts';
import { moneyLines } from '../../contract/payments/transactions/money-lines.ts';
import { receiptMoney } from '../../contract/payments/transactions/receipt.ts';
import { receiptText } from '../messages/receipt-text.ts';
import { setFeeProgram } from '../testing/fee-program.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const money = (value: number) => ({ type: 'flat', value, include: true });
const percent = (value: number) => ({ type: 'percentage', value, include: true });
const amex = '378282246310005';
const methods = {
  card: { card: { number: amex, expiration_date: '1230' } },
  ach: { ach: { routing_number: '021000021', account_number: '1234567', sec_code: 'WEB' } },
  cash: { cash: {} },
};
type Method = keyof typeof methods;

const programs: [string, object, object][] = [
  ['surcharge', { allow_surcharge: true }, { surcharge_enabled: true }],
  ['dual_pricing', { allow_dual_pricing: true }, {}],
  ['dual_pricing', { allow_consumer_choice: true }, {}],
  ['dual_pricing_v2', { allow_dual_pricing_v2: true }, {}],
  ['cash_discount_v2', { allow_cash_discount_v2: true }, { cash_discount_enabled: true }],
  ['cash_discount', {}, { generic_cash_discount: true }],
  ['service_fee', {}, {}],
];

const parts: object[] = [
  {},
  { tip_amount: money(333) },
  { tax_amount: percent(8_800), shipping_amount: money(1_201) },
  { discount_amount: [money(397)], tax_amount: money(71), duty_amount: money(5) },
  {
    ...{ tip_amount: money(150), tax_amount: percent(7_125), national_tax_amount: money(31) },
    ...{ shipping_amount: money(499), discount_amount: [money(250)] },
  },
];
const amounts = [1_001, 24_800, 1_000_003];

const merchant = { name: 'M', address: [], phone: '', website: '', timezone: 'UTC' };

async function shownAndCharged(amount: number, fields: object, method: Method) {
  const ask = { amount, ...fields, cc_bin: amex, state: 'IL' };
  const calculate = async (payment_method: Method) =>
    (await w.post('/calculate/amounts', { ...ask, payment_method })).body.data;
  const shown = await calculate(method);
  const paid = await w.post('/transaction', {
    type: 'sale',
    amount: shown.amount,
    amounts: shown,
    payment_method: methods[method],
    billing_address: { first_name: 'A', last_name: 'B', state: 'IL' },
  });
  expect(paid.status, paid.text).toBe(200);
  return { shown, row: await w.read(paid.body.data.id), calculate };
}

describe.each(programs)('under %s by %j', (program, permissions, flags) => {
  it.each(['card', 'ach', 'cash'] as const)(
    '%s is charged as shown',
    async (method) => {
      await setFeeProgram(w, permissions, flags);
      for (const part_fields of parts) {
        for (const amount of amounts) {
          const { shown, row, calculate } = await shownAndCharged(amount, part_fields, method);
          const { amounts_included: included } = shown;
          expect(shown.program).toBe(program);
          expect(row).toMatchObject({
            amount: shown.amount,
            base_amount: shown.base_amount,
            ...{ surcharge: shown.surcharge, service_fee: shown.service_fee },
            ...{ tip_amount: included.tip_amount, tax_amount: included.tax_amount },
            ...{ shipping_amount: included.shipping_amount, duty_amount: included.duty_amount },
            discount_amount: included.discount_amount,
          });
          const totals = shown.payment_type_totals;
          expect(row.payment_type_totals ?? null).toEqual(totals);
          expect(sum(moneyLines(row).map((line) => line.amount))).toBe(shown.amount);
          const { total, after } = receiptMoney(row);
          const printed = receiptText(row, merchant);
          for (const [label, value] of [total, ...after]) {
            expect(printed).toMatch(new RegExp(`${label} +\\${value}`));
          }
          if (totals === null) continue;
          expect(after).toHaveLength(2);
          const other = method === 'card' ? 'cash' : 'card';
          expect(totals[other], 'the other price').toBe((await calculate(other)).amount);
        }
      }
    },
    60_000,
  );
});

it('no surcharge is added for a customer that is exempt, nor for a method that is', async () => {
  const permissions = { allow_surcharge: true, allow_customer_vault_access: true };
  await setFeeProgram(w, permissions, { surcharge_enabled: true });
  const surchargeOf = async (flags: string[], of_method: string[]) => {
    const card = { number: amex, expiration_date: '12/30', flags: of_method };
    const made = await w.post('/vault/customer', { flags, default_payment: { card } });
    const paid = await w.post('/transaction', {
      type: 'sale',
      base_amount: 10_000,
      payment_method: { customer: { id: made.body.data.id } },
      billing_address: { first_name: 'A', last_name: 'B', state: 'IL' },
    });
    return paid.body.data.surcharge;
  };
  const exempt = ['surcharge_exempt'];
  expect(await surchargeOf([], [])).toBeGreaterThan(0);
  expect([await surchargeOf(exempt, []), await surchargeOf([], exempt)]).toEqual([0, 0]);
});
