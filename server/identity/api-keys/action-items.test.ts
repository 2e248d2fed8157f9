// API keys that end soon, as the first screen counts them.
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

it('are counted together from the one that ends first, and one alone has its name', async () => {
  const credential = t.m1.boss.private_key;
  const inDays = (days: number) =>
    new Date(world.clock.now().getTime() + days * 86_400_000).toISOString();
  const add = (name: string, expires_at: string) =>
    world.call('POST', '/user/apikey', { credential, body: { name, type: 'api', expires_at } });
  const waiting = async () => {
    const { body } = await world.call('GET', '/dashboard/home', { credential });
    return body.data.waiting.filter(({ kind }: { kind: string }) => kind === 'expiring_key');
  };
  const [first, second] = [inDays(3), inDays(9)];
  await add('Far away', inDays(31));
  expect(await waiting()).toEqual([]);
  await add('Later', second);
  expect(await waiting()).toMatchObject([{ count: 1, name: 'Later', oldest_at: second }]);
  await add('Sooner', first);
  expect(await waiting()).toMatchObject([{ count: 2, name: '', oldest_at: first }]);
});
