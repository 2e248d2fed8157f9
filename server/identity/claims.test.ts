// Rights are those of the user as they stand: what a token says of its bearer counts for nothing.
import { expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { tenant_password } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

test('a session has the role and the rights that its user has now', async () => {
  // A partner: a merchant's users take the role as well as the right to make others (spec 1 §2).
  const { id, username } = t.p1.boss.user;
  const body = { username, password: tenant_password };
  const { token } = (await world.call('POST', '/token-auth', { body })).body;
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  expect(claims.role).toBe('admin');
  const make = async (name: string, role: string) => {
    const wanted = { username: name, name: 'Fresh', email: 'fresh@example.com', role };
    const request = { credential: `Bearer ${token}`, body: wanted };
    return (await world.call('POST', '/user', request)).status;
  };
  const become = async (now: object) => {
    const query = connect(world.system, t.p1.account.id);
    await query.updateTable('user_account').set(now).where('id', '=', id).execute();
    world.passRealTime(1_001);
  };
  expect(await make('second_admin', 'admin')).toBe(200);
  await become({ role: 'standard' });
  expect(await make('third_admin', 'admin')).toBe(403);
  expect(await make('fresh_clerk', 'standard')).toBe(200);
  await become({ permissions: '{}' });
  expect(await make('fourth_user', 'standard')).toBe(403);
});
