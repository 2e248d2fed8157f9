// Which sessions a person's list shows, how one that has ended stands, and what one owes.
import { expect, test } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import { openAccounts, test_password } from '../../testing/worlds/accounts-world.ts';
import { asOwner, openWorld } from '../../testing/worlds/open-world.ts';
import { endSessions } from './end-sessions.ts';
import { sessionHandlers } from './sessions.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

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

test('a session that has ended keeps its end, whatever becomes of its user', async () => {
  const { credential, sid } = await signIn();
  const ended = async () =>
    await connect(world.system)
      .selectFrom('user_session')
      .select(['ended_at', 'ended_because'])
      .where('id', '=', sid)
      .executeTakeFirstOrThrow();
  expect((await world.call('POST', '/logout', { credential })).status).toBe(200);
  const before = await ended();
  expect(before.ended_at).not.toBeNull();
  await inTransaction(world.system, null, (tx) =>
    endSessions(tx, world.system, accounts.owner.user.id, 'password'),
  );
  expect(await ended()).toEqual(before);
});

test('the terms are owed by whoever has accepted older ones alone', async () => {
  const { credential } = await signIn();
  const owed = async () => (await world.call('GET', '/user', { credential })).body.data.pending;
  const accept = async () =>
    expect((await world.call('POST', '/accept-tos', { credential, body: {} })).status).toBe(200);
  expect(await owed()).toBe('terms');
  await accept();
  expect(await owed()).toBe('');
  const newer = "insert into terms_version values (2, 'New terms', '2026-02-01T00:00:00Z')";
  await asOwner(world.database_url, newer);
  expect(await owed()).toBe('terms');
  await accept();
  expect(await owed()).toBe('');
});

test('a session is listed until the moment it ends', async () => {
  const { sid } = await signIn();
  const { ends_at } = await connect(world.system)
    .selectFrom('user_session')
    .select('ends_at')
    .where('id', '=', sid)
    .executeTakeFirstOrThrow();
  await connect(world.system).updateTable('user_session').set({ seen_at: ends_at }).execute();
  const isListedAt = async (ms: number) => {
    const context = {
      ...world.system,
      actor: { ...world.system.actor, user_id: accounts.owner.user.id },
      clock: { ...world.system.clock, real: () => new Date(ends_at.getTime() + ms) },
    };
    const page = { limit: 100, offset: 0 };
    const answer = await sessionHandlers.search(context, {}, page);
    return 'rows' in answer && answer.rows.some(({ id }) => id === sid);
  };
  expect([await isListedAt(-1), await isListedAt(0)]).toEqual([true, false]);
});

test('all other sessions can be ended where there is none', async () => {
  const { credential } = await signIn();
  for (const what of ['some', 'none']) {
    const { status } = await world.call('DELETE', '/user/sessions', { credential });
    expect(status, what).toBe(200);
  }
  expect((await world.call('GET', '/user', { credential })).status).toBe(200);
});
