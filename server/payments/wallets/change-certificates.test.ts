// Signing requests of a registration: the newest of each kind is the one that is waited for.
import { expect, it } from 'vitest';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);
const owner = openOwner(() => w.world.database_url);

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

it('a certificate that another one has replaced is not put in use again', async () => {
  const made = await wallets.ready();
  const path = `/merchant/apple-pay/${made.id}`;
  const upload = (certificate: string) => w.post(`${path}/certificate`, { certificate });
  const asked = await w.post(`${path}/signing-request`, { kind: 'processing' });
  const { signing_request } = asked.body.data.certificates.find(
    (one: { kind: string; status: string }) =>
      one.kind === 'processing' && one.status === 'requested',
  );
  const renewed = await upload(await wallets.signed(made.apple_pay_merchant_id, signing_request));
  expect(renewed.status, renewed.text).toBe(200);
  const former = await upload(made.processing_certificate);
  expect([former.status, former.body.msg]).toEqual([
    400,
    'bad request error: invalid Certificate: it was created for another signing request',
  ]);
  const { certificates } = (await w.get(path)).body.data;
  expect(certificates).toEqual(renewed.body.data.certificates);
});

it('the merchant’s own keys are replaced kind by kind, and the audit log names both', async () => {
  const apple_pay_merchant_id = 'merchant.renewed';
  const keys = await wallets.ownKeys(apple_pay_merchant_id);
  const made = await wallets.registration({ apple_pay_merchant_id, ...keys });
  const other = await wallets.registration();
  const old = await wallets.token(made, { amount: 700 });
  const fresh = await wallets.ownKeys(apple_pay_merchant_id);
  const path = `/merchant/apple-pay/${made.id}`;
  const { processing_certificate, processing_certificate_key } = fresh;
  const changed = await w.post(path, {
    display_name: 'Renewed',
    processing_certificate,
    processing_certificate_key,
  });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body.data).toMatchObject({ display_name: 'Renewed', is_ready: true });
  expect(changed.body.data.merchant_certificate).toBe(made.merchant_certificate);
  const kinds = (status: string) =>
    changed.body.data.certificates
      .filter((one: { status: string }) => one.status === status)
      .map(({ kind }: { kind: string }) => kind)
      .sort();
  expect([kinds('current'), kinds('former')]).toEqual([['identity', 'processing'], ['processing']]);
  const paid = async (of_registration: typeof made) => {
    const token = await wallets.token(of_registration, { amount: 700 });
    return await wallets.pay({ key_id: made.id, pkpaymenttoken: token }, { amount: 700 });
  };
  expect((await paid(changed.body.data)).status).toBe(200);
  const former = { key_id: made.id, pkpaymenttoken: old };
  expect((await wallets.pay(former, { amount: 700 })).status).toBe(200);
  expect((await w.get(`/merchant/apple-pay/${other.id}`)).body.data.display_name).toBe('Shop');
  const text = "select before, after from audit_log where verb = 'update' and noun_id = $1";
  const { rows } = await owner.query(text, [made.id]);
  expect(rows).toHaveLength(1);
  expect(rows[0].before).toMatchObject({ display_name: 'Shop' });
  expect(rows[0].after).toMatchObject({
    display_name: 'Renewed',
    certificates: [{ kind: 'processing', status: 'current' }],
  });
});

it('a certificate comes with its key, and a key with its certificate', async () => {
  const apple_pay_merchant_id = 'merchant.halves';
  const keys = await wallets.ownKeys(apple_pay_merchant_id);
  const without = async (...left_out: string[]) => {
    const own = Object.entries(keys).filter(([member]) => !left_out.includes(member));
    const input = {
      ...wallets.registrationInput(),
      apple_pay_merchant_id,
      ...Object.fromEntries(own),
    };
    const { status, body } = await w.post('/merchant/apple-pay', input);
    return [status, ...body.data.invalid.map(({ field }: { field: string }) => field)];
  };
  for (const member of Object.keys(keys)) expect(await without(member)).toEqual([400, member]);
  for (const kind of ['merchant', 'processing']) {
    const certificate = `${kind}_certificate`;
    expect(await without(certificate, `${certificate}_key`)).toEqual([400, certificate]);
  }
});

it('own keys and signing requests are not mixed in one registration', async () => {
  const apple_pay_merchant_id = 'merchant.mixed';
  const keys = await wallets.ownKeys(apple_pay_merchant_id);
  const own = await wallets.registration({ apple_pay_merchant_id, ...keys });
  const requested = await wallets.registration({ apple_pay_merchant_id });
  const messageOf = async (path: string, body: object) => {
    const answer = await w.post(`/merchant/apple-pay${path}`, body);
    return [answer.status, answer.body.msg];
  };
  expect(await messageOf(`/${requested.id}`, keys)).toEqual([
    400,
    'bad request error: invalid Merchant Certificate: upload the certificate of the signing ' +
      'request instead',
  ]);
  const typed = { ...wallets.registrationInput(), type: 'signing_request', ...keys };
  expect(await messageOf('', typed)).toEqual([
    400,
    'bad request error: invalid Type: certificates are uploaded after their signing request',
  ]);
  expect(await messageOf(`/${own.id}/signing-request`, { kind: 'processing' })).toEqual([
    400,
    'This registration uses your own keys. Upload the new ones instead.',
  ]);
  expect(await messageOf(`/${own.id}/test-certificates`, {})).toEqual([
    400,
    'No signing request is open.',
  ]);
  const read = await w.get(`/merchant/apple-pay/${own.id}`);
  expect(read.body.data.certificates).toEqual(own.certificates);
});
