// Sign-in: tries that are counted, ways back in, second factors, sessions (quality 3.1, 3.3).

import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

interface SignInRequest {
  password?: string;
  headers?: Record<string, string>;
  totp?: string;
  recovery_code?: string;
}

function signIn(
  username: string,
  { password = tenant_password, headers, ...more }: SignInRequest = {},
) {
  resetBudgets(world.services);
  const request = { body: { username, password, ...more }, ...(headers && { headers }) };
  return world.call('POST', '/token-auth', request);
}

async function session(person: Person): Promise<string> {
  return `Bearer ${(await signIn(person.user.username)).body.token}`;
}

const minutes = (count: number) => count * 60_000;

describe('six wrong tries', () => {
  test('block the pair of name and address for half an hour, the right password too', async () => {
    const { username } = t.p2.clerk.user;
    for (let n = 0; n < 6; n++) {
      expect((await signIn(username, { password: 'wrong' })).status).toBe(401);
    }
    const blocked = await signIn(username);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(1_700);
    world.passRealTime(minutes(29));
    expect((await signIn(username)).status).toBe(429);
    world.passRealTime(minutes(2));
    expect((await signIn(username)).status).toBe(200);
  });

  test('at once are six, not fifty', async () => {
    const { username } = t.m2.clerk.user;
    const all = await Promise.all(
      Array.from({ length: 20 }, () => signIn(username, { password: 'wrong' })),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(6);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(14);
  });

  test('leave a device free that has signed in before', async () => {
    const { username } = t.m1a.boss.user;
    const first = await signIn(username);
    const cookie = String(first.headers['set-cookie']).split(';')[0] as string;
    expect(String(first.headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict');
    for (let n = 0; n < 7; n++) await signIn(username, { password: 'wrong' });
    expect((await signIn(username)).status).toBe(429);
    expect((await signIn(username, { headers: { cookie } })).status).toBe(200);
  });

  test('look the same for a name that nobody has', async () => {
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push(await signIn('nobody_at_all', { password: 'wrong' }));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect(answers[0]?.body.msg).toBe('invalid credentials');
  });
});

/** Mails that were queued since, newest first, with their code. */
async function mails(
  kind: string,
): Promise<{ recipient: string; body_text: string; code: string }[]> {
  await world.runner.runDue(world.services.clock.now());
  const rows = await connect(world.system)
    .selectFrom('outgoing_mail')
    .select(['recipient', 'body_text'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    code: /\/auth\/[a-z-]+\/([\w-]+)/.exec(row.body_text)?.[1] ?? '',
  }));
}

describe('a forgotten password', () => {
  const ask = (username: string) =>
    world.call('POST', '/user/forgot-password', { body: { username } });
  const reset = (reset_code: string, password: string, username = t.m1.clerk.user.username) => {
    resetBudgets(world.services);
    const body = { username, reset_code, password };
    return world.call('POST', '/user/forgot-password/reset', { body });
  };

  test('is answered alike for any name, and only a user gets a mail', async () => {
    const known = await ask(t.m1.clerk.user.username);
    const unknown = await ask('nobody_at_all');
    expect(known.text).toBe(unknown.text);
    const sent = await mails('reset_password');
    expect(sent.map(({ recipient }) => recipient)).toEqual([t.m1.clerk.user.email]);
  });

  test('is set anew with the code of the mail, once, and ends the sessions', async () => {
    const credential = await session(t.m1.clerk);
    await ask(t.m1.clerk.user.username);
    const { code } = (await mails('reset_password'))[0] as { code: string };
    const weak = await reset(code, 'abcdefgh');
    expect(weak.status).toBe(400);
    expect(weak.body.msg).toContain('Password');
    expect((await reset(code, 'Bcdefg2@yz')).status).toBe(200);
    expect((await reset(code, 'Cdefgh3#zz')).status).toBe(400);
    expect((await world.call('GET', '/user', { credential })).status).toBe(401);
    expect((await signIn(t.m1.clerk.user.username)).status).toBe(401);
    expect((await signIn(t.m1.clerk.user.username, { password: 'Bcdefg2@yz' })).status).toBe(200);
  });

  test('may not become one of the last four', { timeout: 60_000 }, async () => {
    const passwords = ['Qcdefg2@yz', 'Rcdefg2@yz', 'Scdefg2@yz'];
    for (const password of [...passwords, 'Bcdefg2@yz']) {
      await ask(t.m1.clerk.user.username);
      const { code } = (await mails('reset_password'))[0] as { code: string };
      const answer = await reset(code, password);
      expect(answer.status).toBe(password === 'Bcdefg2@yz' ? 400 : 200);
    }
  });

  test('is refused with the code of an earlier mail, and with a code of another kind', async () => {
    const { username } = t.m1.clerk.user;
    await ask(username);
    const { code: earlier } = (await mails('reset_password'))[0] as { code: string };
    await ask(username);
    const { code } = (await mails('reset_password'))[0] as { code: string };
    expect((await reset(earlier, 'Tcdefg2@yz')).status).toBe(400);
    const to_act = await world.call('GET', `/user/loginas/${t.m1.clerk.user.id}`, {
      credential: await session(t.p1.boss),
    });
    expect(to_act.status, to_act.text).toBe(200);
    expect((await reset(to_act.body.data.key, 'Tcdefg2@yz')).status).toBe(400);
    const as_key = await world.call('POST', '/token-auth', { body: { auth_key: code } });
    expect(as_key.status).toBe(401);
    expect((await reset(code, 'Tcdefg2@yz')).status).toBe(200);
  });

  test('is refused for another user name than the mail’s, which leaves the code good', async () => {
    const { username } = t.m1.clerk.user;
    await ask(username);
    const { code } = (await mails('reset_password'))[0] as { code: string };
    for (const other of [t.m1.boss.user.username, 'nobody_at_all']) {
      const answer = await reset(code, 'Vcdefg2@yz', other);
      expect([answer.status, answer.body.msg]).toEqual([
        400,
        expect.stringContaining('invalid Reset Code'),
      ]);
    }
    expect((await signIn(username, { password: 'Vcdefg2@yz' })).status).toBe(401);
    expect((await reset(code, 'Vcdefg2@yz', username.toUpperCase())).status).toBe(200);
  });

  test('is refused with a code that is an hour old', async () => {
    await ask(t.m1.clerk.user.username);
    const { code } = (await mails('reset_password'))[0] as { code: string };
    world.clock.setOffset(world.clock.offset_ms + minutes(61));
    expect((await reset(code, 'Ucdefg2@yz')).status).toBe(400);
  });
});

test('a forgotten user name is mailed to its address alone', async () => {
  const { email, username } = t.m2.boss.user;
  const ask = (name: string) =>
    world.call('POST', '/user/forgot-username', { body: { email: name } });
  const known = await ask(email);
  const unknown = await ask('nobody@example.com');
  expect(known.text).toBe(unknown.text);
  const sent = await mails('forgot_username');
  expect(sent.map(({ recipient }) => recipient)).toEqual([email]);
  expect(sent[0]?.body_text).toContain(username);
});

test('a new user chooses the first password with the code of the welcome', async () => {
  const body = { username: 'welcomed_one', name: 'New', email: 'new@example.com' };
  const credential = t.m1.boss.private_key;
  const { body: made } = await world.call('POST', '/user', { credential, body });
  expect((await signIn('welcomed_one', { password: 'Abcdef1!x' })).status).toBe(401);
  await world.call('POST', `/user/${made.data.id}/resend-welcome`, { credential });
  const { code } = (await mails('welcome'))[0] as { code: string };
  const answer = await world.call('POST', '/user/forgot-password/reset', {
    body: { reset_code: code, password: 'Abcdef1!x' },
  });
  expect(answer.status).toBe(200);
  expect((await signIn('welcomed_one', { password: 'Abcdef1!x' })).status).toBe(200);
});

describe('a second factor', () => {
  let secret = '';
  let codes: string[] = [];
  const now = () => Math.floor(world.services.clock.real().getTime() / 1_000);
  const fitting = () => generate({ secret, epoch: now() });

  test('is set up with a code of the app and then required at sign-in', async () => {
    const credential = await session(t.p1.boss);
    const begun = await world.call('GET', '/user/set-two-factor-auth', { credential });
    expect(begun.body.data.qr).toContain('<svg');
    secret = begun.body.data.secret;
    const path = '/user/set-two-factor-auth';
    const wrong = await world.call('POST', path, { credential, body: { totp: '000000' } });
    expect(wrong.status).toBe(400);
    const body = { totp: await fitting() };
    const done = await world.call('POST', path, { credential, body });
    codes = done.body.data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    const without = await signIn(t.p1.boss.user.username);
    expect([without.status, without.body.data]).toEqual([401, { two_factor_required: true }]);
    const wrong_password = await signIn(t.p1.boss.user.username, { password: 'wrong' });
    expect(wrong_password.body.data).toBeUndefined();
  });

  test('takes a code once, even fifty times at once', async () => {
    world.passRealTime(minutes(31));
    const totp = await fitting();
    const all = await Promise.all(
      Array.from({ length: 6 }, () => signIn(t.p1.boss.user.username, { totp })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    world.passRealTime(minutes(31));
    const used = await signIn(t.p1.boss.user.username, { totp });
    expect(used.status).toBe(401);
  });

  test('may be a recovery code, each once', async () => {
    world.passRealTime(minutes(31));
    const recovery_code = codes[0] as string;
    expect((await signIn(t.p1.boss.user.username, { recovery_code })).status).toBe(200);
    expect((await signIn(t.p1.boss.user.username, { recovery_code })).status).toBe(401);
  });

  test("goes with a code of one's own, or by an office", async () => {
    const credential = t.p1.boss.private_key;
    const path = '/user/remove-two-factor-auth';
    const wrong = await world.call('DELETE', `${path}?totp=000000`, { credential });
    expect(wrong.status).toBe(400);
    const office = { credential: t.admin.boss.private_key };
    const other = await world.call('DELETE', `${path}?user_id=${t.p1.boss.user.id}`, {
      credential: t.p2.boss.private_key,
    });
    expect(other.status).toBe(403);
    expect(
      (await world.call('DELETE', `${path}?user_id=${t.p1.boss.user.id}`, office)).status,
    ).toBe(200);
    world.passRealTime(minutes(31));
    expect((await signIn(t.p1.boss.user.username)).status).toBe(200);
  });
});

describe('sessions', () => {
  test('are listed with device and place, and ended one by one or all at once', async () => {
    const [first, second, third] = [
      await session(t.m2.boss),
      await session(t.m2.boss),
      await session(t.m2.boss),
    ];
    const { body } = await world.call('GET', '/user/sessions', { credential: first });
    expect(body.total_count).toBeGreaterThanOrEqual(3);
    const current = body.data.filter((row: { is_current: boolean }) => row.is_current);
    expect(current).toHaveLength(1);
    const sid = JSON.parse(
      Buffer.from((second as string).split('.')[1] as string, 'base64url').toString(),
    ).sid;
    expect((await world.call('DELETE', `/user/session/${sid}`, { credential: first })).status).toBe(
      200,
    );
    expect((await world.call('GET', '/user', { credential: second })).status).toBe(401);
    await world.call('DELETE', '/user/sessions', { credential: first });
    expect((await world.call('GET', '/user', { credential: third })).status).toBe(401);
    expect((await world.call('GET', '/user', { credential: first })).status).toBe(200);
    const out = await world.call('GET', '/logout', { credential: first });
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect((await world.call('GET', '/user', { credential: first })).status).toBe(401);
  });
});
