// One token and two requests at the same moment, in an order that no chance decides.
import { expect, it } from 'vitest';
import { token_refusal } from '../../../contract/vault/tokenizer.ts';
import { besideChange } from '../../testing/beside.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
/** Another server on the same database: the two share no commit. */
const other_server = openWorld(() => ({ database_url: world.database_url }));
const t = openTenants(world);
const owner = openOwner(() => world.database_url);
const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };

const made = async (): Promise<string> =>
  (await world.call('POST', `/tokenizer/${t.m1.boss.public_key}`, { body: { card } })).body.token;
const pay = (token: string, amount = 1000, key = '', server = world) =>
  server.call('POST', '/transaction', {
    credential: t.m1.boss.private_key,
    ...(key && { headers: { 'idempotency-key': key } }),
    body: { type: 'sale', amount, payment_method: { token } },
  });
const detectDuplicates = async (duplicate_detection_seconds: number) => {
  const { status } = await world.call('POST', `/merchant/${t.m1.account.id}/default/merchant`, {
    credential: t.admin.boss.private_key,
    body: { duplicate_detection_seconds },
  });
  expect(status).toBe(200);
};

it.each([0, 60])('pays once of two that have opened it, looking back %i s', async (seconds) => {
  await detectDuplicates(seconds);
  for (const server of [world, other_server]) await pay(await made(), 900 + seconds, '', server);
  const [token, first] = [await made(), 1000 + 2 * seconds];
  const answers = await besideChange(
    world.database_url,
    (holder) => holder.query('select from payment_token where uses = 0 for update'),
    () => Promise.all([pay(token, first), pay(token, first + 1, '', other_server)]),
    2,
  );
  const [paid, refused] = answers.toSorted((one, other) => one.status - other.status);
  expect(paid?.body.data, paid?.text).toMatchObject({ status: 'pending_settlement' });
  expect([refused?.status, refused?.body.data?.invalid]).toEqual([
    400,
    [{ field: 'payment_method.token', message: token_refusal }],
  ]);
  await detectDuplicates(0);
});

it('answers a repeated key whose first request used the token up meanwhile', async () => {
  const token = await made();
  const first = await pay(token, 1000, 'late');
  const rename = 'update idempotency set key = $2 where key = $1';
  await owner.query(rename, ['late', 'not-yet']);
  const again = await besideChange(
    world.database_url,
    async (holder) => {
      await holder.query('lock table payment_token in access exclusive mode');
      await holder.query(rename, ['not-yet', 'late']);
    },
    () => pay(token, 1000, 'late'),
  );
  expect([again.status, again.text]).toEqual([200, first.text]);
});
