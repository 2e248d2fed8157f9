// What a partner offers: chosen by its admin role, and kept to when processors are set up.
import { describe, expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { typesFor } from './available.ts';

const w = openMoneyWorld();

type Who = 'p1' | 'p2' | 'admin' | 'm1';
const post = (who: Who, path: string, body: object) =>
  w.world.call('POST', path, { credential: w.tenants[who].boss.private_key, body });
const offer = (who: Who, processors?: string[]) =>
  post(who, '/partner/available-processors', processors ? { processors } : {});
const cash = { type: 'cash', name: 'Drawer' };
const nmi = { name: 'NMI', settings: { nmi: { username: 'u', password: 'p4ssw0rd' } } };

describe('the processors a partner may offer', () => {
  it('are all forty until somebody chooses', async () => {
    const { body } = await offer('p1');
    expect(body.total_count).toBe(40);
    expect(body.data.every((one: { available: boolean }) => one.available)).toBe(true);
    const rails = ['card', 'ach', 'cash', 'apm'];
    expect(body.data).toContainEqual(expect.objectContaining({ key: 'pending', rails }));
  });

  it('are what it chose: the types it reads and the processors it may set up', async () => {
    const chosen = await offer('p1', ['cash', 'tsys_sierra', 'cash']);
    expect(chosen.status, chosen.text).toBe(200);
    const stored = await offer('p1');
    const keys = stored.body.data.flatMap((one: { key: string; available: boolean }) =>
      one.available ? [one.key] : [],
    );
    expect(keys).toEqual(['tsys_sierra', 'cash']);
    await offer('p1', ['cash', 'tsys_sierra']);
    const audited = await connect(w.world.system)
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('verb', '=', 'available_processors')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(audited).toEqual({
      before: { processors: ['cash', 'tsys_sierra'] },
      after: { processors: ['cash', 'tsys_sierra'] },
    });
    const types = await w.world.call('GET', '/processors/types', {
      credential: w.tenants.p1.boss.private_key,
    });
    expect(types.body.total_count).toBe(2);
    const path = `/merchant/${w.m1.account.id}/processor`;
    expect((await post('p1', path, cash)).status).toBe(200);
    const refused = await post('p1', path, nmi);
    expect([refused.status, refused.body.msg]).toEqual([400, 'bad request error: invalid Type']);
    expect((await post('admin', path, nmi)).status).toBe(200);
    const two = { name: 'Two', settings: { ...nmi.settings, tsys_sierra: { mid: '43' } } };
    expect((await post('admin', path, two)).body.msg).toBe('bad request error: invalid Type');
  });

  it('are for a partner below it those that it left', async () => {
    const below = { name: 'Below', website: 'x.org' };
    const made = await post('p1', '/partner', below);
    expect(made.status, made.text).toBe(200);
    const actor = { ...w.world.system.actor, account_type: 'partner' as const };
    const account_id = made.body.data.id;
    const types = await typesFor({ ...w.world.system, actor: { ...actor, account_id } });
    expect(types.map(({ key }) => key)).toEqual(['tsys_sierra', 'cash']);
  });

  it('are another partner’s own business, and nobody’s but partners', async () => {
    const { body } = await offer('p2');
    expect(body.data.every((one: { available: boolean }) => one.available)).toBe(true);
    expect((await offer('m1')).status).toBe(403);
    expect((await offer('admin')).status).toBe(403);
  });

  it('are chosen by its admin role alone, whatever others may read', async () => {
    const { clerk } = w.tenants.p1;
    const as = (body: object) =>
      w.world.call('POST', '/partner/available-processors', {
        credential: clerk.private_key,
        body,
      });
    const before = (await offer('p1')).body.data;
    expect((await as({})).status).toBe(200);
    expect((await as({ processors: ['cash'] })).status).toBe(403);
    expect((await offer('p1')).body.data).toEqual(before);
  });

  it('are refused where a type is unknown, and leave the choice as it was', async () => {
    const answer = await offer('p1', ['cash', 'made_up']);
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      'bad request error: invalid Processors',
    ]);
    expect((await offer('p1')).body.data[0].available).toBe(true);
  });
});

describe('a list of processors', () => {
  it('comes in parts where it is requested in parts', async () => {
    const credential = w.tenants.m1.boss.private_key;
    const path = `/merchant/${w.m1.account.id}/processors`;
    const all = await w.world.call('GET', path, { credential });
    const part = await w.world.call('GET', `${path}?limit=1&offset=1`, { credential });
    expect(part.body.data).toEqual([all.body.data[1]]);
    expect(part.body.total_count).toBe(all.body.total_count);
  });
});
