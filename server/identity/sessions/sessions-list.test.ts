// Which sessions the list of a person's sessions shows.
import { expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { openAccounts, test_password } from '../../testing/accounts-world.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld({ lab: false });
openAccounts(world);

async function signIn(): Promise<{ credential: string; sid: string }> {
  const body = { username: 'Bakery_Owner', password: test_password };
  const { token, sid } = (await world.call('POST', '/token-auth', { body })).body;
  return { credential: `Bearer ${token}`, sid };
}

test.each(['ends_at', 'ended_at', 'seen_at'] as const)(
  'a session is listed no more once its %s has passed',
  async (column) => {
    const { credential, sid } = await signIn();
    const other = await signIn();
    const listed = async () => {
      const { body } = await world.call('GET', '/user/sessions', { credential });
      const ids = body.data.map(({ id }: { id: string }) => id);
      return [ids.includes(other.sid), ids.includes(sid), ids.length === body.total_count];
    };
    expect(await listed()).toEqual([true, true, true]);
    await connect(world.system)
      .updateTable('user_session')
      .set({ [column]: new Date(world.services.clock.real().getTime() - 3_600_000) })
      .where('id', '=', other.sid)
      .execute();
    expect(await listed()).toEqual([false, true, true]);
  },
);
