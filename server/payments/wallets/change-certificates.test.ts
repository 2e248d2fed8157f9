// Signing requests of a registration: the newest of each kind is the one that is waited for.
import { expect, it } from 'vitest';
import { openMoneyWorld } from '../../testing/money-world.ts';
import { openWallets } from '../../testing/wallets.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);

it('a new request takes the place of the one before it, and the other kind stays', async () => {
  const made = await wallets.registration();
  const path = `/merchant/apple-pay/${made.id}`;
  const again = await w.post(`${path}/signing-request`, { kind: 'processing' });
  expect(again.status, again.text).toBe(200);
  const { certificates } = (await w.get(path)).body.data;
  const requests = (kind: string, of: typeof made.certificates) =>
    of.filter((one) => one.kind === kind).map(({ signing_request }) => signing_request);
  expect(requests('identity', certificates)).toEqual(requests('identity', made.certificates));
  const [newest, ...others] = requests('processing', certificates);
  expect([requests('processing', made.certificates).includes(newest ?? ''), others]).toEqual([
    false,
    [],
  ]);
});
