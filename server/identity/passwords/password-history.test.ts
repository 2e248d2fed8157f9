// The last passwords of a user: the newest of them are kept from coming back, older ones are not.

import { expect, test } from 'vitest';
import { resetBudgets } from '../../testing/budgets.ts';
import { tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

test('the present password and the four before it are refused, an older one is not', async () => {
  let current = tenant_password;
  const change = async (new_password: string) => {
    resetBudgets(world.services);
    const body = { current_password: current, new_password };
    const credential = t.m1.clerk.private_key;
    const { status } = await world.call('POST', '/user/change-password', { credential, body });
    if (status === 200) current = new_password;
    return status;
  };
  const later = ['Bcdefg2@yz', 'Ccdefg2@yz', 'Dcdefg2@yz', 'Ecdefg2@yz', 'Fcdefg2@yz'];
  for (const password of later) expect([password, await change(password)]).toEqual([password, 200]);
  for (const password of later) expect([password, await change(password)]).toEqual([password, 400]);
  expect(await change(tenant_password)).toBe(200);
}, 60_000);
