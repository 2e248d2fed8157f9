// A setting that guards money is obeyed by the next request, whichever process takes it.
import { beforeAll, expect, it } from 'vitest';
import { good_card, tenant_password } from '../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../testing/worlds/money-world.ts';
import { openWorld } from '../testing/worlds/open-world.ts';

const w = openMoneyWorld();
/** Another process of the same product: what it remembers is its own. */
const other = openWorld(() => ({ database_url: w.world.database_url }));
beforeAll(() => {
  other.services.egress = w.world.services.egress;
});

const by_card = cardOf(good_card.number);
const { cvc: _cvc, ...without_cvc } = by_card.payment_method.card as Record<string, unknown>;
const by_card_alone = { payment_method: { card: without_cvc } };
const by_account = {
  payment_method: {
    ach: {
      routing_number: '021000021',
      account_number: '4242424242',
      sec_code: 'ppd',
      account_type: 'checking',
    },
  },
};
const in_cash = { payment_method: { cash: {} } };

let order = 0;
async function pay(overrides: object = by_card) {
  order += 1;
  const { status, body } = await other.call('POST', '/transaction', {
    credential: w.m1.boss.private_key,
    body: { type: 'sale', amount: 1_000, order_id: `order-${order}`, ...overrides },
  });
  return { status, response: body.data?.response ?? body.msg };
}
const approved = { status: 200, response: 'approved' };
const refused = (response: unknown) => ({ status: expect.any(Number), response });

async function save(path: string, body: object, by = w.m1.boss): Promise<void> {
  const answer = await w.world.call('POST', path, { credential: by.private_key, body });
  expect(answer.status, answer.text).toBe(200);
}
const require = (settings: object) =>
  save(`/merchant/${w.m1.account.id}/requireds`, { requireds: { default: settings } });
const none = { single: 0, daily: 0, monthly: 0 };
const limit = (single: number) =>
  save(
    `/merchant/${w.m1.account.id}`,
    { limits: { sale: { ...none, single }, credit: none } },
    w.tenants.admin.boss,
  );
const window = (seconds: number) =>
  save(`/merchant/${w.m1.account.id}/default/merchant`, { duplicate_detection_seconds: seconds });
const right = (process_sale: boolean) =>
  save(
    `/user/${w.m1.boss.user.id}`,
    { permissions: { ...w.m1.boss.user.permissions, process_sale } },
    w.tenants.admin.boss,
  );

const twin = { ...by_card, order_id: 'twin' };
const settings: [string, () => Promise<void>, () => Promise<void>, object, unknown][] = [
  [
    'a required security code',
    () => require({ payment_method_card_cvc: 'required' }),
    () => require({ payment_method_card_cvc: 'optional' }),
    by_card_alone,
    'bad request error: invalid CVC',
  ],
  [
    'a hidden way to pay',
    () => require({ payment_method_ach: 'hidden' }),
    () => require({ payment_method_ach: 'optional' }),
    by_account,
    expect.stringContaining('invalid Payment Method A'),
  ],
  ['a limit', () => limit(999), () => limit(0), by_card, 'declined'],
  ['the window of duplicates', () => window(600), () => window(0), twin, 'declined'],
];

it.each(settings)('%s', async (_what, set, unset, method, response) => {
  expect(await pay(method)).toEqual(approved);
  await set();
  expect(await pay(method)).toEqual(refused(response));
  await unset();
  expect(await pay(method)).toEqual(approved);
});

it.each(['card', 'ach', 'cash'])('a hidden way to pay is refused: %s', async (kind) => {
  const ways: Record<string, object> = { card: by_card, ach: by_account, cash: in_cash };
  await require({ [`payment_method_${kind}`]: 'hidden' });
  for (const [name, way] of Object.entries(ways)) {
    const { status, response } = await pay(way);
    expect([name, status]).toEqual([name, name === kind ? 400 : 200]);
    if (name === kind) expect(response).toMatch(/^bad request error: invalid Payment Method /);
  }
  await require({ [`payment_method_${kind}`]: 'optional' });
});

it('a right of a user', async () => {
  expect(await pay()).toEqual(approved);
  await right(false);
  expect((await pay()).status).toBe(403);
  await right(true);
  expect(await pay()).toEqual(approved);
});

it('totals take the switch of the account, for keys and sessions', async () => {
  const { id } = w.m1.account;
  const setTotals = (allow_transaction_reporting_totals: boolean) =>
    save(
      `/merchant/${id}`,
      { permissions: { allow_transaction_reporting_totals } },
      w.tenants.admin.boss,
    );
  const session = await other.call('POST', '/token-auth', {
    body: { username: w.m1.boss.user.username, password: tenant_password },
  });
  const credentials = [w.m1.boss.private_key, `Bearer ${session.body.token}`];
  const ask = async () => {
    const answers = credentials.flatMap((credential) =>
      ['/transaction/search/totals', `/transaction/search/totals/${id}`].map((path) =>
        other.call('POST', path, { credential, body: {} }),
      ),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await ask()).toEqual([200, 200, 200, 200]);
  await setTotals(false);
  expect(await ask()).toEqual([403, 403, 403, 403]);
  await setTotals(true);
  expect(await ask()).toEqual([200, 200, 200, 200]);
});
