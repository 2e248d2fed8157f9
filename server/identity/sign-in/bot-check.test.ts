// The bot check: work that opens one call of one kind, who is asked for it, and Turnstile.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BotCheckAction } from '../../../contract/identity/bot-check.ts';
import type { Turnstile } from '../../config.ts';
import type { Context } from '../../context.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { makeTenants, tenant_password } from '../../testing/tenants.ts';
import { listen, type Receiver } from '../../testing/turnstile.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { makeWorld, type World } from '../../testing/worlds/world.ts';
import { acceptedByTurnstile } from './turnstile.ts';

const bits = 9;

const world = openWorld({ lab: false, config: { bot_check_bits: bits } });
const t = openTenants(world);
beforeEach(() => resetBudgets(world.services));

/** Leading zero bits of the hash that the server looks at. */
function zeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest('hex');
  return Math.clz32(Number.parseInt(hash.slice(0, 8), 16));
}

/** The first number whose work is at least what is asked, or lacks a single bit of it. */
function solved(challenge: string, enough = true): string {
  for (let number = 0; ; number++) {
    const text = `${challenge}~${number}`;
    if (enough ? zeroBits(text) >= bits : zeroBits(text) === bits - 1) return text;
  }
}

async function challengeFor(action: BotCheckAction): Promise<string> {
  const answer = await world.call('POST', '/bot-check', { body: { action } });
  expect(answer.body.data.difficulty_bits).toBe(bits);
  return answer.body.data.challenge;
}

const required = { bot_check_required: true };

const page = (proof = '') => ({ 'sec-fetch-site': 'same-origin', 'x-bot-check': proof });

const forgot = (proof: string) =>
  world.call('POST', '/user/forgot-username', {
    body: { email: 'nobody@example.com' },
    headers: page(proof),
  });

describe('a proof of work', () => {
  test('opens one call, even when it is sent twenty times at once', async () => {
    const proof = solved(await challengeFor('recovery'));
    const all = await Promise.all(Array.from({ length: 18 }, () => forgot(proof)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = all.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.data]).toEqual([400, { bot_check_required: true }]);
  });

  test('is refused where it is missing, unsolved, forged or for something else', async () => {
    const challenge = await challengeFor('recovery');
    const easier = challenge.replace(`.${bits}.`, '.1.');
    const later = challenge.replace(/\.(\d{10})\./, '.9999999999.');
    const proofs = [
      '',
      challenge,
      solved(challenge, false),
      solved(easier),
      solved(later),
      solved(await challengeFor('sign_in')),
      `${challenge}~-1`,
      'x'.repeat(3_000),
    ];
    const statuses = [];
    for (const proof of proofs) statuses.push((await forgot(proof)).status);
    expect(statuses).toEqual(proofs.map(() => 400));
    expect((await forgot(solved(challenge))).status).toBe(200);
  });

  test('is too old after five minutes', async () => {
    const [young, old] = [await challengeFor('recovery'), await challengeFor('recovery')];
    world.passRealTime(290_000);
    expect((await forgot(solved(young))).status).toBe(200);
    world.passRealTime(11_000);
    expect((await forgot(solved(old))).status).toBe(400);
  });
});

describe('outside production', () => {
  const signIn = (username: string, password: string, headers: Record<string, string> = {}) => {
    resetBudgets(world.services);
    return world.call('POST', '/token-auth', { body: { username, password }, headers });
  };

  test('a page is asked after three failed sign-ins, and that costs no try', async () => {
    const { username } = t.m1.boss.user;
    for (let n = 0; n < 3; n++) {
      expect((await signIn(username, 'wrong', page())).status).toBe(401);
    }
    for (let n = 0; n < 8; n++) {
      const answer = await signIn(username, tenant_password, page());
      expect([answer.status, answer.body.data]).toEqual([400, { bot_check_required: true }]);
    }
    const proof = solved(await challengeFor('sign_in'));
    expect((await signIn(username, tenant_password, page(proof))).status).toBe(200);
  });

  test('a client of the API is never asked', async () => {
    const { username } = t.m2.boss.user;
    for (let n = 0; n < 5; n++) await signIn(username, 'wrong');
    expect((await signIn(username, tenant_password)).status).toBe(200);
    const body = { username };
    expect((await world.call('POST', '/user/forgot-password', { body })).status).toBe(200);
  });
});

describe('in production', () => {
  test('everybody is asked at every form, and keys never', async () => {
    const config = { environment: 'production', bot_check_bits: bits } as const;
    const strict = await makeWorld({ lab: false, config });
    try {
      const { m1 } = await makeTenants(strict);
      const body = { username: m1.boss.user.username, password: tenant_password };
      expect((await strict.call('POST', '/token-auth', { body })).status).toBe(400);
      const path = '/user/forgot-password';
      expect((await strict.call('POST', path, { body })).status).toBe(400);
      const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
      const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', response };
      for (const [call_path, more] of [
        ['/token-auth', { passkey }],
        ['/user/forgot-password/reset', { reset_code: 'x', password: tenant_password }],
        ['/user/forgot-username', { email: 'nobody@example.com' }],
      ] as const) {
        const { status, body } = await strict.call('POST', call_path, { body: more });
        expect([call_path, status, body.data]).toEqual([call_path, 400, required]);
      }
      const credential = m1.boss.private_key;
      expect((await strict.call('GET', '/user', { credential })).status).toBe(200);
      const request = { body: { action: 'sign_in' } };
      const { challenge } = (await strict.call('POST', '/bot-check', request)).body.data;
      const headers = { 'x-bot-check': solved(challenge) };
      expect((await strict.call('POST', '/token-auth', { body, headers })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('Turnstile', () => {
  let fake: Receiver;
  let other: World;
  beforeAll(async () => {
    fake = await listen();
    const turnstile = {
      site_key: '1x00000000000000000000AA',
      cart_site_key: '1x00000000000000000000BB',
      secret: 'turnstile-secret',
      verify_url: fake.url,
    };
    other = await makeWorld({ lab: false, config: { turnstile } });
  });
  afterAll(async () => {
    await other?.close();
    await fake?.close();
  });
  const send = (token: string) =>
    other.call('POST', '/user/forgot-username', {
      body: { email: 'nobody@example.com' },
      headers: page(token),
    });

  test('is asked with the secret, the token and the address, and believed', async () => {
    fake.answer = { success: true, hostname: 'example.com', action: 'recovery' };
    expect((await send('token-1')).status).toBe(200);
    expect(fake.requests.at(-1)).toEqual({
      secret: 'turnstile-secret',
      response: 'token-1',
      remoteip: '127.0.0.1',
    });
  });

  test('has its site keys stand in the page, and Cloudflare in its policy', async () => {
    const answer = await other.app.inject({ method: 'GET', url: '/auth' });
    // Without a built panel there is no page.
    if (answer.statusCode === 404) return;
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain('https://challenges.cloudflare.com');
    expect(answer.body).toContain(
      'content="late 1x00000000000000000000AA 1x00000000000000000000BB"',
    );
  });

  test('opens nothing where it refuses, means another action, or cannot be read', async () => {
    const answers = [
      { success: false, 'error-codes': ['timeout-or-duplicate'] },
      { success: true, action: 'sign_in' },
      { success: 'yes' },
      'no JSON',
    ];
    for (const answer of answers) {
      fake.answer = answer;
      expect([(await send('token-2')).status, answer]).toEqual([400, answer]);
    }
  });

  test('in production opens what was solved on the page that was called alone', async () => {
    const context = {
      ...other.system,
      hostname: 'pay.example.com',
      config: { ...other.services.config, environment: 'production' as const },
    };
    const turnstile = { secret: 's', verify_url: fake.url } as Turnstile;
    const accepted = async (hostname?: string) => {
      fake.answer = { success: true, hostname };
      return await acceptedByTurnstile(context as unknown as Context, turnstile, 'recovery');
    };
    expect(await accepted('pay.example.com')).toBe(true);
    for (const hostname of ['pay.example.org', '', undefined]) {
      expect(await accepted(hostname)).toBe(false);
    }
  });

  test('opens nothing where it does not answer within three seconds', async () => {
    fake.answer = null;
    const exchange = vi.spyOn(other.services.egress, 'exchange');
    expect((await send('token-3')).status).toBe(400);
    expect(exchange).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ total_timeout_ms: 3_000 }),
    );
    // The next token is asked about as if nothing had been.
    fake.answer = { success: true };
    expect((await send('token-4')).status).toBe(200);
    expect(fake.requests.at(-1)).toMatchObject({ response: 'token-4' });
  });
});
