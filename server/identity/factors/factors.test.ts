// What belongs to one user is taken from that user alone: codes, authenticators, devices, secrets.
import { generate } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { addKey } from '../../keys/key-file.ts';
import { rotateDataKeys } from '../../keys/key-rotation.ts';
import type { Person } from '../../testing/tenants.ts';
import { openRotationWorld } from '../../testing/worlds/rotation-world.ts';
import { credentialHash } from '../sessions/session-tokens.ts';
import { code_seconds, consumeCode, makeCode, peekCode } from '../sign-in/codes.ts';
import { knownDevice, rememberDevice } from '../sign-in/devices.ts';
import { factor_secrets, openFactor, sealFactor } from './factor-secrets.ts';
import { consumeRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { consumeTotp, newSecret } from './totp.ts';

let context: Context;
/** Two of one account and one of another. */
let anna: Person['user'];
let bert: Person['user'];
let cora: Person['user'];

const rotation = openRotationWorld();
beforeAll(() => {
  context = rotation.server;
  const { m1, m2 } = rotation.tenants;
  [anna, bert, cora] = [m1.boss.user, m1.clerk.user, m2.boss.user];
});

type User = Person['user'];
const ownerOf = ({ id, account_type_id }: User) => ({ id, account_id: account_type_id });
const write = <T>(user: User, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(context, user.account_type_id, work);

/** Every user's factor has the same id, so that only its owner tells it from another's. */
const factor_id = 'factor00000000000000';
async function addApp(
  user: User,
  more: { id?: string; confirmed_at?: null } = {},
): Promise<string> {
  const { secret } = newSecret('Shop', user.username);
  const now = context.clock.real();
  const factor = { user_id: user.id, kind: 'totp', name: 'App', created_at: now };
  const { id = factor_id } = more;
  const sealed = await sealFactor(context, ownerOf(user), id, secret);
  await connect(context)
    .insertInto('user_factor')
    .values({ ...factor, id, secret: sealed, confirmed_at: now, ...more })
    .execute();
  return secret;
}
const stored = (user: User) =>
  connect(context)
    .selectFrom('user_factor')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('id', '=', factor_id)
    .executeTakeFirstOrThrow();
const take = (user: User, code: string, confirmed = true) =>
  consumeTotp(connect(context), context, { user: ownerOf(user), code, confirmed });
/** A code of some steps of thirty seconds later. */
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(context.clock.real().getTime() / 1_000) + 30 * steps });

describe('authenticators', () => {
  test('of two users are used up each for itself', async () => {
    const secrets = [await addApp(anna), await addApp(bert)] as const;
    expect(await take(bert, await codeOf(secrets[0]))).toBe(null);
    expect(await take(anna, await codeOf(secrets[0]))).toBe(factor_id);
    expect(await stored(bert)).toMatchObject({ last_step: 0, last_used_at: null });
    expect(await take(anna, await codeOf(secrets[0]))).toBe(null);
    expect(await take(bert, await codeOf(secrets[1]))).toBe(factor_id);
    expect((await stored(bert)).last_used_at).not.toBe(null);
    const before = await stored(bert);
    const id = 'second00000000000000';
    const secret = await addApp(bert, { id });
    expect(await take(bert, await codeOf(secret, 1))).toBe(id);
    expect(await stored(bert)).toEqual(before);
    await connect(context).deleteFrom('user_factor').where('id', '=', id).execute();
  });

  test('take codes of six digits, a step early or late, never an older one', async () => {
    const secret = await addApp(cora);
    const code = await codeOf(secret);
    for (const wrong of ['', code.slice(1), `${code}0`, ` ${code}`]) {
      expect(await take(cora, wrong)).toBe(null);
    }
    for (const steps of [-3, 3]) expect(await take(cora, await codeOf(secret, steps))).toBe(null);
    expect(await take(cora, await codeOf(secret, 1))).toBe(factor_id);
    for (const steps of [-1, 0, 1])
      expect(await take(cora, await codeOf(secret, steps))).toBe(null);
  });

  test('are confirmed by their first code alone', async () => {
    const user = rotation.tenants.m2.clerk.user;
    const secret = await addApp(user, { confirmed_at: null });
    expect(await take(user, await codeOf(secret))).toBe(null);
    expect(await take(user, await codeOf(secret), false)).toBe(factor_id);
    const { confirmed_at } = await stored(user);
    expect(confirmed_at).not.toBe(null);
    expect(await take(user, await codeOf(secret, 1), false)).toBe(null);
    expect(await take(user, await codeOf(secret, 1))).toBe(factor_id);
    expect((await stored(user)).confirmed_at).toEqual(confirmed_at);
  });
});

test('secrets are sealed anew under the next key of their own account', async () => {
  const users = [anna, bert, cora, rotation.tenants.m2.clerk.user];
  const before = await Promise.all(users.map(stored));
  await connect(context)
    .insertInto('user_factor')
    .values({
      ...{ user_id: anna.id, id: 'passkey0000000000000', kind: 'passkey', name: 'Key' },
      created_at: context.clock.real(),
    })
    .execute();
  expect(await factor_secrets.reseal(context, anna.account_type_id)).toBe(0);
  addKey(rotation.file);
  const tool = rotation.another();
  expect(await rotateDataKeys(tool, [factor_secrets])).toMatchObject({ resealed: before.length });
  expect(await factor_secrets.reseal(tool, anna.account_type_id)).toBe(0);
  for (const [n, user] of users.entries()) {
    const [old, fresh] = [before[n] as (typeof before)[0], await stored(user)];
    expect(fresh.secret).not.toBe(old.secret);
    const opened = [old, fresh].map((row) => openFactor(tool, ownerOf(user), row));
    expect(await opened[1]).toBe(await opened[0]);
  }
});

test('recovery codes are ten of their user, each good once however it is spelled', async () => {
  const codes = await write(anna, (tx) => makeRecoveryCodes(tx, context, anna.id));
  const others = await write(bert, (tx) => makeRecoveryCodes(tx, context, bert.id));
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  const [first = '', second = ''] = codes;
  const use = (user: User, code: string) =>
    consumeRecoveryCode(connect(context), context, user.id, code);
  expect(await use(bert, first)).toBe(false);
  expect(await use(anna, `${first.slice(0, -1)}-`)).toBe(false);
  expect(await use(anna, ` ${first.replaceAll('-', '').toUpperCase()} `)).toBe(true);
  expect(await use(anna, first)).toBe(false);
  const renewed = await write(anna, (tx) => makeRecoveryCodes(tx, context, anna.id));
  expect(await use(anna, second)).toBe(false);
  expect(await use(anna, renewed[0] as string)).toBe(true);
  expect(await use(bert, others[9] as string)).toBe(true);
});

describe('codes of mails', () => {
  const make = (user: User, kind: Parameters<typeof makeCode>[2]['kind']) =>
    write(user, (tx) => makeCode(tx, context, { kind, user_id: user.id }));
  const takeAs = (user: User, kind: Parameters<typeof makeCode>[2]['kind'], code: string) =>
    write(user, (tx) => consumeCode(tx, context, [kind], code));

  test('are taken once, by their kind, and give way to newer ones of the kind', async () => {
    const old = await make(anna, 'reset_password');
    const other_kind = await make(anna, 'set_up');
    const other_user = await make(bert, 'reset_password');
    const spentAt = () =>
      connect(context)
        .selectFrom('one_time_code')
        .select('used_at')
        .where('code_hash', '=', credentialHash(old))
        .executeTakeFirst();
    await make(anna, 'reset_password');
    const spent_at = await spentAt();
    rotation.world.passRealTime(1_000);
    const newer = await make(anna, 'reset_password');
    expect(await spentAt()).toEqual(spent_at);
    expect(await peekCode(context, ['reset_password'], old)).toBe(null);
    expect(await takeAs(anna, 'reset_password', old)).toBe(null);
    expect(await peekCode(context, ['login_as', 'two_factor'], newer)).toBe(null);
    expect(await takeAs(anna, 'login_as', newer)).toBe(null);
    expect(await peekCode(context, ['reset_password'], newer)).toBe(anna.id);
    const { user_id: made_by_user_id, credential_id: made_by_session_id } = context.actor;
    expect(await takeAs(anna, 'reset_password', newer)).toEqual({
      ...{ user_id: anna.id, made_by_user_id, made_by_session_id },
    });
    expect(await takeAs(anna, 'reset_password', newer)).toBe(null);
    expect(await peekCode(context, ['reset_password'], newer)).toBe(null);
    expect(await peekCode(context, ['set_up'], other_kind)).toBe(anna.id);
    expect(await peekCode(context, ['reset_password'], other_user)).toBe(bert.id);
  });

  test.each([
    ['set_up', 604_800],
    ['reset_password', 3_600],
    ['login_as', 60],
    ['two_factor', 86_400],
  ] as const)('of the kind %s work for %d seconds', async (kind, seconds) => {
    expect(code_seconds[kind]).toBe(seconds);
    const code = await make(cora, kind);
    const at = (ms: number) => {
      const now = new Date(context.clock.now().getTime() + ms);
      return { ...context, clock: { ...context.clock, now: () => now } };
    };
    const [before, after] = [at(seconds * 1_000 - 30_000), at(seconds * 1_000)];
    expect(await peekCode(before, [kind], code)).toBe(cora.id);
    expect(await peekCode(after, [kind], code)).toBe(null);
    expect(await write(cora, (tx) => consumeCode(tx, after, [kind], code))).toBe(null);
    expect(await write(cora, (tx) => consumeCode(tx, before, [kind], code))).not.toBe(null);
  });
});

describe('a device', () => {
  const contextWith = (device: string, more: object = {}): Context => ({
    ...{ ...context, ...more },
    device,
    answer_headers: {},
  });
  const remember = async (user: User, device: string, more: object = {}) => {
    const request = contextWith(device, more);
    await write(user, (tx) => rememberDevice(tx, request, user.id));
    return String(request.answer_headers['set-cookie']);
  };

  test('is known to the users that signed in from it', async () => {
    const cookie = await remember(anna, '');
    const [, device = ''] =
      /^device=([\w-]{43}); Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/.exec(
        cookie,
      ) ?? [];
    const known = await knownDevice(contextWith(device), anna.username.toUpperCase());
    expect(known).toMatch(/^[0-9a-f]{64}$/);
    expect(await knownDevice(contextWith(device), bert.username)).toBe('');
    expect(await remember(bert, device)).toBe(cookie);
    expect(await knownDevice(contextWith(device), bert.username)).toBe(known);
    const changed = `${device.startsWith('x') ? 'y' : 'x'}${device.slice(1)}`;
    for (const other of ['', device.slice(1), `${device}x`, changed]) {
      expect(await knownDevice(contextWith(other), anna.username)).toBe('');
    }
  });

  test('that comes again stands once, with both of its times', async () => {
    const device = 'd'.repeat(43);
    await remember(cora, device);
    rotation.world.passRealTime(5_000);
    await remember(cora, device, { user_agent: 'other' });
    const rows = await connect(context)
      .selectFrom('known_device')
      .selectAll()
      .where('user_id', '=', cora.id)
      .execute();
    expect(rows).toHaveLength(1);
    const [{ first_seen_at, last_seen_at } = {} as never] = rows;
    expect(last_seen_at.getTime() - first_seen_at.getTime()).toBeGreaterThanOrEqual(5_000);
  });

  test.each(['not-a-device', `${'d'.repeat(44)}`, `${'d'.repeat(42)}!`])(
    '%s gets a new cookie',
    async (factor) => {
      expect(await remember(cora, factor)).not.toContain(`device=${factor};`);
    },
  );

  test('gets its cookie over TLS alone where the public address has it', async () => {
    const config = { ...context.config, public_url: 'https://pay.example.com' };
    expect(await remember(cora, '', { config })).toMatch(/; Secure; SameSite=Strict$/);
  });
});
