// What stands in the way of a call, in which order it is checked, and in which words it is refused.
import { describe, expect, it } from 'vitest';
import { type Access, open, signedIn } from './access.ts';
import { allowed, type Subject, subjectOf, whyNotAllowed } from './allowed.ts';

const person: Subject = {
  kind: 'session',
  account_type: 'merchant',
  role: 'admin',
  permissions: {},
};
const key: Subject = { ...person, kind: 'api_key' };
const narrow = (...scopes: string[]): Subject => ({ ...key, limits: { scopes } });
const seen = { scope: 'view_accounts' } as const;
const any = signedIn(undefined, seen);
const refunds = signedIn(['merchant'], { permission: 'process_refund', says: 'Refunds require' });
const admins = signedIn(undefined, { ...seen, merchant_role: 'admin' });
const credits = signedIn(undefined, { ...seen, account_permission: 'support_blind_credits' });
const by_session = signedIn(undefined, { ...seen, session_only: true });
const own = signedIn(undefined, { ...seen, not_while_acting: true });

describe('nothing stands in the way', () => {
  it.each<[string, Access, Subject]>([
    ['of anybody where no credential is needed', open, { ...person, kind: 'anonymous' }],
    ['of somebody of the account type', any, person],
    [
      'of a public key where one may call',
      signedIn(undefined, { ...seen, public_key: true }),
      { ...person, kind: 'public_key' },
    ],
    ['of who holds the right', refunds, { ...person, permissions: { process_refund: true } }],
    ['of the role', admins, person],
    [
      'of another account’s standard user where the role is required of merchants',
      admins,
      { ...person, account_type: 'partner', role: 'standard' },
    ],
    [
      'of an account that has the switch',
      credits,
      { ...person, account_permissions: { support_blind_credits: true } },
    ],
    ['where the switches are checked later', credits, person],
    ['of a session', by_session, person],
    ['of who acts as a user, where that matters not', any, { ...person, acting_user_id: 'a' }],
    ['of a key without limits', any, { ...key, limits: null }],
    ['of a key without a list of scopes', any, narrow()],
    [
      'of a key that has one of the scopes',
      signedIn(undefined, { scope: ['view_accounts', 'manage_accounts'] }),
      narrow('x', 'manage_accounts'),
    ],
    [
      'of a narrow key where every key may call',
      signedIn(undefined, { scope: 'every_key' }),
      narrow('x'),
    ],
    [
      'of a wide key where no narrow one may call',
      signedIn(undefined, { scope: 'no_limited_key' }),
      key,
    ],
    [
      'of who owes a password, where that works',
      signedIn(undefined, { ...seen, while_pending: true }),
      { ...person, pending: 'password' },
    ],
  ])('%s', (_, access, who) => {
    expect(allowed(access, who)).toEqual({ ok: true });
    expect(whyNotAllowed(access, who)).toBe('');
  });
});

describe('without a fitting credential', () => {
  it.each<Partial<Subject>>([
    { kind: 'anonymous' },
    { kind: 'public_key' },
    { account_type: '' },
    { account_type: 'system' },
  ])('%j is answered with no more than that', (input) => {
    expect(allowed(any, { ...person, ...input })).toEqual({
      ok: false,
      kind: 'unauthorized',
      by: 'credential',
      name: '',
      takes: 'unauthorized',
      change: '',
      reason: 'unauthorized',
    });
    expect(whyNotAllowed(any, { ...person, ...input })).toBe('Unauthorized.');
  });
});

describe('a refusal says what it takes and who can change that', () => {
  it.each<[string, Access, Subject, by: string, name: string, takes: string, change: string]>([
    [
      'another account type',
      signedIn(['admin', 'partner'], seen),
      person,
      'account_type',
      'merchant',
      'Only administrators and partners can do this.',
      '',
    ],
    [
      'a new password',
      any,
      { ...person, pending: 'password' },
      'pending',
      'password',
      'you must set a new password first',
      '',
    ],
    [
      'the terms',
      any,
      { ...person, pending: 'terms' },
      'pending',
      'terms',
      'you must accept the terms of service first',
      '',
    ],
    [
      'a second factor',
      any,
      { ...person, pending: 'two_factor' },
      'pending',
      'two_factor',
      'you must set up two-factor authentication first',
      '',
    ],
    [
      'oneself',
      own,
      { ...person, acting_user_id: 'a' },
      'acting',
      '',
      'you cannot change access or accept terms while acting as a user',
      '',
    ],
    [
      'a session',
      by_session,
      key,
      'credential',
      'session',
      'This requires a signed-in session, not an API key.',
      '',
    ],
    [
      'a wide key',
      signedIn(undefined, { scope: 'no_limited_key' }),
      narrow(),
      'key_limits',
      '',
      'This call requires a session or an API key without limits.',
      '',
    ],
    [
      'a scope',
      signedIn(undefined, { scope: ['view_accounts', 'manage_accounts'] }),
      narrow('x'),
      'key_scope',
      'view_accounts,manage_accounts',
      'The API key needs the view_accounts or manage_accounts scope.',
      'Its user can change the key under API keys.',
    ],
    [
      'a role',
      signedIn(undefined, { ...seen, role: 'admin' }),
      { ...person, role: 'standard' },
      'role',
      'admin',
      'This requires the admin role.',
      'A user with the admin role in the account can grant it.',
    ],
    [
      'a role of merchants',
      admins,
      { ...person, role: 'standard' },
      'role',
      'admin',
      'This requires the admin role.',
      'A user with the admin role in the account can grant it.',
    ],
    [
      'a right',
      refunds,
      { ...person, permissions: { process_void: true } },
      'permission',
      'process_refund',
      'Refunds require the “Refund after settlement” permission.',
      'A user with the admin role in the account can grant it under Users → Permissions.',
    ],
    [
      'a switch',
      credits,
      { ...person, account_permissions: {} },
      'account_permission',
      'support_blind_credits',
      '“Credits without an earlier payment” is off for this account.',
      'Contact support to turn it on.',
    ],
  ])('that takes %s', (_, access, who, by, name, takes, change) => {
    const reason = change === '' ? takes : `${takes} ${change}`;
    const expected = { ok: false, kind: 'forbidden', by, name, takes, change, reason };
    expect(allowed(access, who)).toEqual(expected);
    const shown = reason.charAt(0).toUpperCase() + reason.slice(1);
    expect(whyNotAllowed(access, who)).toBe(shown.replace(/\.?$/, '.'));
  });
});

it('what the session owes comes before who it is, then the key, the role, the right', () => {
  const rule = signedIn(undefined, {
    permission: 'process_void',
    account_permission: 'support_blind_credits',
    role: 'admin',
    not_while_acting: true,
  });
  const all = { pending: 'terms', acting_user_id: 'a', role: 'standard' } as const;
  const who: Subject = { ...key, ...all, limits: { scopes: ['x'] }, account_permissions: {} };
  const mended: Partial<Subject>[] = [
    {},
    { pending: '' },
    { acting_user_id: '' },
    { limits: null },
    { role: 'admin' },
    { permissions: { process_void: true } },
    { account_permissions: { support_blind_credits: true } },
  ];
  const order = mended.map((_, index) => {
    const verdict = allowed(rule, Object.assign({ ...who }, ...mended.slice(0, index + 1)));
    return verdict.ok ? 'ok' : verdict.by;
  });
  const steps = ['pending', 'acting', 'key_scope', 'role', 'permission', 'account_permission'];
  expect(order).toEqual([...steps, 'ok']);
});

it('a person is who its record says, and owes only what blocks', () => {
  const caller = {
    account_type: 'merchant',
    role: 'standard',
    permissions: { process_sale: true },
    pending: 'two_factor',
    pending_blocks: true,
    acting_user_name: 'Priya',
  } as const;
  const who = {
    kind: 'session',
    account_type: 'merchant',
    role: 'standard',
    permissions: { process_sale: true },
    pending: 'two_factor',
    acting_user_id: 'Priya',
  };
  expect(subjectOf(caller)).toStrictEqual(who);
  const switches = { support_blind_credits: true };
  expect(subjectOf({ ...caller, pending_blocks: false }, switches)).toStrictEqual({
    ...who,
    pending: '',
    account_permissions: switches,
  });
});
