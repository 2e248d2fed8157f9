// Which processor a follow-up goes to, and when there is none that would take it.
import { expect, it } from 'vitest';
import type { Context } from '../../../context.ts';

import type { MerchantConfig } from '../../merchant-config.ts';
import type { TransactionRow } from '../reading/read.ts';
import { processorOf } from './follow-up.ts';

const known = { row: { id: 'p1' } };
const config = { environment: 'sandbox', processors: [known] } as unknown as MerchantConfig;
const contextWith = (driver: unknown) =>
  ({ driverOf: () => driver, config: { environment: 'sandbox' } }) as unknown as Context;
const rowOf = (processor_id: string, processor_type: string) =>
  ({ processor_id, processor_type }) as TransactionRow;
const refusal = 'The processor of this transaction is not available in this environment.';

it('is the one that processed the transaction', () => {
  expect(processorOf(contextWith({}), config, rowOf('p1', 'tsys_sierra'))).toBe(known);
});

it.each([
  ['whose processor was removed', 'p2', 'tsys_sierra', {}],
  ['of a type that no longer exists', 'p1', 'gone', {}],
  ['of a type without a driver in this environment', 'p1', 'tsys_sierra', undefined],
])('is none for a transaction %s', (_, id, type, driver) => {
  expect(() => processorOf(contextWith(driver), config, rowOf(id, type))).toThrow(refusal);
});
