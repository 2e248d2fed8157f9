// Terminal records: who sets them up, what the merchant's own users change, what is never answered.
import { expect, it } from 'vitest';
import { secret_mask } from '../../../contract/payments/processor-types/settings.ts';
import { connect } from '../../db/database.ts';
import { openTerminalWorld, tpns } from '../../testing/worlds/terminal-world.ts';

const w = openTerminalWorld();
const path = (id = '') => `/merchant/${w.m1.account.id}/terminal${id && `/${id}`}`;
const list = `/merchant/{mid}/terminals`;
const listOf = (mid: string) => list.replace('{mid}', mid);

it('a terminal has its defaults, and every member it was given', async () => {
  const made = await w.byPartner('POST', path(), { tpn: tpns.approves });
  expect(made.body.data).toMatchObject({
    manufacturer: 'dejavoo',
    tpn: tpns.approves,
    description: '',
    status: 'active',
    auth_key: '',
    auth_data: '',
    debit: false,
    ebt: 'none',
    print_receipt: 'both',
    signature_required: true,
    auto_settle: false,
    settle_at: '22:00:00',
    flags: { allow_add_tip_to_transaction: false, host_capture: false, ebt_support: false },
    payment_adjustment_type: '',
    payment_adjustment_value: 0,
    transaction_id: '',
  });
  const input = {
    manufacturer: 'dejavoo',
    model: 'z11',
    serial_number: 'SN1',
    tpn: 'ABCDEF123456',
    description: 'Bar',
    status: 'disabled',
    register_id: 'R7',
    debit: true,
    ebt: 'food',
    print_receipt: 'merchant',
    signature_required: false,
    auto_settle: true,
    settle_at: '21:00:00',
    flags: { allow_add_tip_to_transaction: true, host_capture: true, ebt_support: true },
    payment_adjustment_type: 'flat',
    payment_adjustment_value: 50,
  };
  const whole = await w.byPartner('POST', path(), { ...input, auth_key: 'k1', auth_data: 'd1' });
  const { id } = whole.body.data;
  const read = await w.get(path(id));
  expect(read.body.data).toMatchObject({ ...input, auth_key: '********', auth_data: '********' });
});

it('a change sets what it names and is on record, the rest stays', async () => {
  const adjustment = { payment_adjustment_type: 'flat', payment_adjustment_value: 50 };
  const made = await w.byPartner('POST', path(), { tpn: '000000000107', ...adjustment });
  const { id } = made.body.data;
  const changed = await w.byPartner('POST', path(id), { payment_adjustment_type: 'percentage' });
  expect(changed.body.data).toMatchObject({
    payment_adjustment_type: 'percentage',
    payment_adjustment_value: 50,
  });
  await w.byPartner('POST', `${path(id)}/status/disable`);
  const audited = await connect(w.world.system)
    .selectFrom('audit_log')
    .select(['verb', 'before', 'after'])
    .where('noun', '=', 'terminal')
    .where('noun_id', '=', id)
    .where('verb', '=', 'status')
    .executeTakeFirst();
  expect(audited).toMatchObject({ before: { status: 'active' }, after: { status: 'disabled' } });
});

it('a terminal without EBT is not changed to take it', async () => {
  const id = await w.terminal('000000000109');
  const changed = await w.byPartner('POST', path(id), { ebt: 'food' });
  expect([changed.status, changed.body.msg]).toEqual([400, 'bad request error: invalid EBT']);
  const flags = { ebt_support: true };
  expect((await w.byPartner('POST', path(id), { ebt: 'food', flags })).status).toBe(200);
});

it('no secret is answered, audited or kept in clear, and a mask changes none', async () => {
  const secret = 'sk_unmistakable_1';
  const id = await w.terminal('000000000101', { auth_key: secret, auth_data: secret });
  const changed = await w.byPartner('POST', path(id), { auth_key: '********', model: 'z8' });
  expect(changed.body.data).toMatchObject({ auth_key: '********', model: 'z8' });
  await w.byPartner('POST', path(id), { auth_key: `${secret}_again` });
  const query = connect(w.world.system);
  const rows = await query.selectFrom('processor').selectAll().where('id', '=', id).execute();
  const logged = await query.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify([rows, logged, changed.text])).not.toContain(secret);
  expect((await w.at(id)).body.data.response).toBe('approved');
});

it('a TPN is there once a merchant, and free again once its terminal is removed', async () => {
  const id = await w.terminal('000000000111');
  const again = await w.byPartner('POST', path(), { tpn: '000000000111' });
  expect([again.status, again.body.data.invalid?.[0]?.field]).toEqual([400, 'tpn']);
  const m2 = w.tenants.m2.account.id;
  const elsewhere = await w.world.call('POST', `/merchant/${m2}/terminal`, {
    credential: w.tenants.admin.boss.private_key,
    body: { tpn: '000000000111' },
  });
  expect(elsewhere.status, elsewhere.text).toBe(200);
  const terminal = await w.terminal('000000000112');
  const moved = await w.byPartner('POST', path(terminal), { tpn: '000000000111' });
  expect([moved.status, moved.body.data.invalid?.[0]?.field]).toEqual([400, 'tpn']);
  expect((await w.byPartner('DELETE', path(id))).status).toBe(200);
  expect((await w.get(path(id))).status).toBe(404);
  expect((await w.byPartner('POST', path(), { tpn: '000000000111' })).status).toBe(200);
});

it('a used terminal is removed once nothing of it is open, and its payments stay', async () => {
  const id = await w.terminal('000000000121');
  const { data } = (await w.at(id)).body;
  const open = await w.byPartner('DELETE', path(id));
  expect([open.status, open.body.msg]).toEqual([
    400,
    'This terminal still has transactions that are not settled.',
  ]);
  await w.settleTerminal(id);
  expect((await w.byPartner('DELETE', path(id))).status).toBe(200);
  expect((await w.get(path(id))).status).toBe(404);
  expect((await w.at(id)).body.msg).toBe('bad request error: invalid Terminal ID');
  expect(await w.read(data.id)).toMatchObject({ terminal_id: id, status: 'settled' });
});

it("the merchant's users change what is theirs, and are told who changes the rest", async () => {
  const id = await w.terminal('000000000131');
  const before = (await w.get(path(id))).body.data;
  const own = { description: 'Till 2', print_receipt: 'no', auto_settle: true, settle_at: '20:15' };
  const changed = await w.post(path(id), { ...before, ...own });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body.data).toMatchObject({ ...own, settle_at: '20:15:00' });
  for (const [member, value] of [
    ['tpn', '000000000139'],
    ['auth_key', 'another'],
    ['status', 'disabled'],
    ['flags', { host_capture: true }],
    ['payment_adjustment_value', 5],
  ] as const) {
    const refused = await w.post(path(id), { [member]: value });
    expect([refused.status, refused.body.data.invalid[0].field], refused.text).toEqual([
      403,
      member,
    ]);
  }
  const masked = await w.post(path(id), { auth_key: secret_mask, description: 'Till 2' });
  expect(masked.status, masked.text).toBe(200);
  expect((await w.get(path(id))).body.data).toMatchObject({
    tpn: '000000000131',
    ...own,
    settle_at: '20:15:00',
  });
  for (const [method, to] of [
    ['POST', path()],
    ['DELETE', path(id)],
    ['POST', `${path(id)}/status/disable`],
  ] as const) {
    const credential = w.m1.boss.private_key;
    expect(
      (await w.world.call(method, to, { credential, body: { tpn: '000000000140' } })).status,
    ).toBe(403);
  }
  const clerk = await w.world.call('POST', path(id), {
    credential: w.m1.clerk.private_key,
    body: { description: 'Mine' },
  });
  expect([clerk.status, clerk.body.data.name]).toEqual([403, 'manage_terminals']);
});

it('nobody sees or changes a terminal of somebody else', async () => {
  const id = await w.terminal('000000000151');
  const { m2, p2 } = w.tenants;
  for (const { private_key: credential } of [m2.boss, p2.boss]) {
    expect((await w.world.call('GET', path(id), { credential })).status).toBe(404);
    expect((await w.world.call('GET', listOf(w.m1.account.id), { credential })).status).toBe(404);
    const body = { description: 'Theirs' };
    expect((await w.world.call('POST', path(id), { credential, body })).status).toBe(404);
  }
  const credential = m2.boss.private_key;
  for (const verb of ['settle', 'cancel']) {
    const answer = await w.world.call('POST', `/terminal/${id}/${verb}`, { credential, body: {} });
    expect(answer.status).toBe(404);
  }
  expect((await w.world.call('GET', '/terminals', { credential })).body.data).not.toContainEqual(
    expect.objectContaining({ id }),
  );
  const paid = await w.world.call('POST', '/transaction', {
    credential,
    body: { type: 'sale', amount: 100, payment_method: { terminal: { id } } },
  });
  expect(paid.body.msg).toBe('bad request error: invalid Terminal ID');
});

it('terminals and processors are lists of their own', async () => {
  const id = await w.terminal('000000000161');
  const processors = await w.get(`/merchant/${w.m1.account.id}/processors`);
  expect(JSON.stringify(processors.body.data)).not.toContain(id);
  expect((await w.get(`/merchant/${w.m1.account.id}/processor/${id}`)).status).toBe(404);
  const own = await w.get('/terminals');
  const below = await w.byPartner('GET', listOf(w.m1.account.id));
  expect(own.body.data).toEqual(below.body.data);
  expect(own.body.data.map((one: { id: string }) => one.id)).toContain(id);
  const types = await w.byPartner('GET', '/processors/types');
  expect(types.text).not.toContain('dejavoo');
  const made = await w.byPartner('POST', `/merchant/${w.m1.account.id}/processor`, {
    type: 'dejavoo_spin',
    name: 'Sneaked in',
    settings: { dejavoo_spin: { tpn: '000000000169' } },
  });
  expect([made.status, made.body.msg]).toEqual([400, 'bad request error: invalid Type']);
});

it('a disabled terminal is listed and takes nothing', async () => {
  const id = await w.terminal('000000000171');
  const off = await w.byPartner('POST', `${path(id)}/status/disable`);
  expect(off.body.data.status).toBe('disabled');
  const { data } = (await w.at(id)).body;
  expect(data).toMatchObject({ status: 'declined', response_code: 410 });
  expect(data.response_body.terminal.processor_response_text).toBe('This terminal is disabled.');
  expect(await w.asked()).not.toContain(id);
  expect((await w.byPartner('POST', `${path(id)}/status/enable`)).body.data.status).toBe('active');
  expect((await w.at(id)).body.data.response).toBe('approved');
});

it.each([
  ['tpn', { tpn: '12' }],
  ['tpn', {}],
  ['print_receipt', { tpn: '000000000181', print_receipt: 'always' }],
  ['settle_at', { tpn: '000000000181', settle_at: '25:00:00' }],
  ['ebt', { tpn: '000000000181', ebt: 'food' }],
  ['manufacturer', { tpn: '000000000181', manufacturer: 'acme' }],
])('a bad %s is named and nothing is stored', async (member, body) => {
  const answer = await w.byPartner('POST', path(), body);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.text.toLowerCase()).toContain(member.replaceAll('_', ' ').split(' ')[0]);
  expect(JSON.stringify((await w.get('/terminals')).body.data)).not.toContain('000000000181');
});
