// Addresses of saved customers as clients send them (gateway-api 5).
import { expect, it } from 'vitest';
import { vault_address_input } from './vault-address.ts';

it.each([
  [{ address_line_1: '1 Quay' }, { line_1: '1 Quay' }],
  [{ address_line_2: 'Floor 2' }, { line_2: 'Floor 2' }],
  [{ address_line_1: '1 Quay', line_1: '2 Quay' }, { line_1: '2 Quay' }],
])('takes the lines by their older names: %o', (sent, read) => {
  expect(vault_address_input.parse(sent)).toEqual(read);
  expect(Object.keys(vault_address_input.parse(sent) as object)).toEqual(Object.keys(read));
});

it.each([[null], ['1 Quay'], [7]])('refuses what is no address: %o', (sent) => {
  expect(vault_address_input.safeParse(sent).success).toBe(false);
});
