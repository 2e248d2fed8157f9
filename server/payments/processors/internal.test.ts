// The drivers that reach nobody: what they say of a payment, and which types they serve.
import { expect, it } from 'vitest';
import { processor_types } from '../../../contract/payments/processor-types/catalogue.ts';
import { cash, pending } from './internal.ts';
import { driverOf } from './registry.ts';
import type { MoneyCommand } from './types.ts';

const sale = { operation: 'sale', reference: 'r1', amount: 500 } as unknown as MoneyCommand;
const verify = { operation: 'verify', reference: 'r2' } as unknown as MoneyCommand;

it('cash is taken whole, at once and for certain', () => {
  expect(cash(sale)).toEqual({
    outcome: 'approved',
    code: 100,
    certainty: 'effect',
    text: 'approved',
    approved_amount: 500,
    requested_amount: 500,
    balance: null,
    processor_code: '000',
    processor_text: 'APPROVED',
    processor_ref: { transaction_id: 'r1' },
    network_code: '',
    decline_category: null,
    retry: 'never',
    auth_code: '',
    avs: { code: '', street: 'unknown', postal: 'unknown' },
    cvv: { code: '' },
    duplicate: false,
    alert: null,
    raw: {},
  });
});

it('what is only recorded takes nothing, and a verification asks for nothing', () => {
  expect(pending(sale)).toMatchObject({
    outcome: 'pending',
    code: 99,
    certainty: 'no_effect',
    approved_amount: 0,
    requested_amount: 500,
  });
  expect(cash(verify)).toMatchObject({ approved_amount: 0, requested_amount: 0 });
});

it('four types have a driver outside production, and none that is only configured', () => {
  const served = (environment: 'dev' | 'sandbox' | 'production') =>
    Object.fromEntries(
      processor_types.flatMap((type) => {
        const driver = driverOf(type, environment);
        return driver ? [[type.key, driver.kind]] : [];
      }),
    );
  const internal = { cash: 'internal', pending: 'internal' };
  const all = { tsys_sierra: 'wire', house_ach: 'wire', ...internal };
  expect([served('dev'), served('sandbox')]).toEqual([all, all]);
  expect(Object.values(served('production'))).not.toContain('wire');
});
