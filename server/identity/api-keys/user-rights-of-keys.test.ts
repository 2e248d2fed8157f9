// How far a limited key may raise users: of merchants by scopes, of offices and partners by rights.
import { describe, expect, test } from 'vitest';
import type { AccountType } from '../../../contract/access/access.ts';
import { type Actor, type KeyLimits, nobody } from '../../context.ts';
import { checkCredentialChange, checkKeyWithin, checkUserWithin, isLimited } from './key-limits.ts';

const none: KeyLimits = {
  scopes: [],
  allowed_addresses: [],
  allowed_origins: [],
  expires_at: null,
};
const scoped = { scopes: ['manage_users', 'process_sale'] } as Partial<KeyLimits>;
const bound: Partial<KeyLimits> = { allowed_addresses: ['192.0.2.1'] };
const actor = (limits: Partial<KeyLimits> | null): Actor =>
  ({ ...nobody, limits: limits && { ...none, ...limits } }) as Actor;
const user = (account_type: AccountType, role: string, ...held: string[]) => ({
  account_type,
  role,
  permissions: { manage_users: false, ...Object.fromEntries(held.map((name) => [name, true])) },
});
type User = ReturnType<typeof user>;

test.each<[Partial<KeyLimits>, boolean]>([
  [{}, false],
  [{ scopes: ['process_sale'] as KeyLimits['scopes'] }, true],
  [{ allowed_addresses: ['192.0.2.1'] }, true],
  [{ allowed_origins: ['https://shop.example'] }, true],
  [{ expires_at: '2026-12-01T00:00:00.000Z' }, true],
])('a key with %j is limited: %s', (limits, expected) => {
  expect(isLimited({ ...none, ...limits })).toBe(expected);
});

test.each<[Partial<KeyLimits>, Partial<KeyLimits>, string]>([
  [
    { allowed_origins: ['https://a.example', 'https://b.example'] },
    {},
    'among https://a.example, https://b.example',
  ],
  [{ allowed_origins: ['https://a.example'] }, { allowed_origins: ['https://a.example'] }, ''],
  [
    { allowed_origins: ['https://a.example'] },
    { allowed_origins: ['https://a.example', 'https://c.example'] },
    'Allowed Origins must be among https://a.example',
  ],
  [bound, { allowed_addresses: ['192.0.2.1', '192.0.2.2'] }, 'must lie within 192.0.2.1'],
  [{ expires_at: '2026-12-01T00:00:00Z' }, { expires_at: '2026-12-01T00:00:00.000Z' }, ''],
  [
    { expires_at: '2026-12-01T00:00:00Z' },
    { expires_at: '2026-12-01T00:00:00.001Z' },
    'or earlier',
  ],
])('a key with %j makes one with %j: %s', (own, wanted, reason) => {
  const check = () => checkKeyWithin(actor(own), { ...none, ...wanted });
  if (reason === '') expect(check).not.toThrow();
  else expect(check).toThrow(reason);
});

describe('a user', () => {
  const office = (role: string, ...held: string[]) => user('admin', role, ...held);
  const cases: [string, Partial<KeyLimits> | null, User | null, User, string][] = [
    ['of an office by a wide key', null, office('standard'), office('admin'), ''],
    ['made in an office', scoped, null, office('standard'), 'users of admin and partner accounts'],
    [
      'made at a partner',
      scoped,
      null,
      user('partner', 'standard'),
      'users of admin and partner accounts',
    ],
    ['raised to admin', scoped, office('standard'), office('admin'), 'users with the admin role'],
    [
      'raised to admin from a bound key',
      bound,
      office('standard'),
      office('admin'),
      'create rights',
    ],
    ['who stays admin', bound, office('admin'), office('admin'), ''],
    ['who is no admin any more', bound, office('admin'), office('standard'), ''],
    ['who gains a right', scoped, office('standard'), office('standard', 'process_sale'), ''],
    [
      'who gains a right for good',
      bound,
      office('standard'),
      office('standard', 'process_sale'),
      'create rights',
    ],
    [
      'who gains one beside what it has',
      bound,
      office('standard', 'process_void'),
      office('standard', 'process_void', 'process_sale'),
      'create rights',
    ],
    [
      'who keeps its rights',
      bound,
      office('standard', 'process_sale'),
      office('standard', 'process_sale'),
      '',
    ],
    ['who loses one', bound, office('standard', 'process_sale'), office('standard'), ''],
  ];
  test.each(cases)('%s', (_case, limits, before, after, reason) => {
    const check = () => checkUserWithin(actor(limits), before, after);
    if (reason === '') expect(check).not.toThrow();
    else expect(check).toThrow(reason);
  });
});

test.each<[string, Partial<Actor>, string]>([
  ['by a wide key', {}, ''],
  ['by a limited key', actor({}), 'it cannot change the password of a user'],
  ['while acting', { acting_user_id: 'u1' }, 'while acting as a user'],
])('a credential of a user is changed %s', (_case, more, reason) => {
  const check = () => checkCredentialChange({ ...actor(null), ...more }, 'the password');
  if (reason === '') expect(check).not.toThrow();
  else expect(check).toThrow(reason);
});
