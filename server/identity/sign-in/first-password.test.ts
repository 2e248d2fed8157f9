// Who is asked by letter for a second factor: somebody with a first password, not with a new one.
import { expect, it } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import type { Person } from '../../testing/tenants.ts';
import { asOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { makeCode } from './codes.ts';

const world = openWorld({ lab: false, config: { two_factor_for: ['partner'] } });
const t = openTenants(world);

async function choosesPassword({ user }: Person, password: string): Promise<number> {
  const { system } = world;
  const reset_code = await inTransaction(system, user.account_type_id, (tx) =>
    makeCode(tx, system, { kind: 'reset_password', user_id: user.id }),
  );
  const body = { reset_code, password };
  const answer = await world.call('POST', '/user/forgot-password/reset', { body });
  expect(answer.status, answer.text).toBe(200);
  const letters = connect(system)
    .selectFrom('outgoing_mail')
    .select('id')
    .where('kind', '=', 'two_factor')
    .where('merchant_id', '=', user.account_type_id);
  return (await letters.execute()).length;
}

it('is who had none before, where a factor is enforced', async () => {
  expect(await choosesPassword(t.p1.clerk, 'Abcdef1!xyz')).toBe(0);
  await asOwner(world.database_url, "update user_account set password_hash = ''");
  expect(await choosesPassword(t.p2.clerk, 'Abcdef1!xyz')).toBe(1);
  expect(await choosesPassword(t.m1.clerk, 'Abcdef1!xyz')).toBe(0);
});
