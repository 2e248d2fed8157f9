// Nobody without a right does anything that a list of few calls does not name: a standard user of
// each account type, every right false, sends every endpoint what its owner could have sent.
import { describe, expect, it } from 'vitest';
import { type AccountType, account_types } from '../../../contract/access/access.ts';
import { allowed } from '../../../contract/access/allowed.ts';
import { type Endpoint, paramNames } from '../../../contract/endpoint.ts';
import type { Answer } from '../worlds/world.ts';
import type { Request } from './case-parts.ts';
import { keyOf } from './case-parts.ts';
import { caseOf } from './cases.ts';
import { open_to_every_user } from './every-user.ts';
import { callersOf, credentialFor, openSweepWorld, send } from './sweep-world.ts';

const sweep = openSweepWorld();

const tenantOf = (type: AccountType) =>
  ({ admin: sweep.tenants.admin, partner: sweep.tenants.p2, merchant: sweep.tenants.m2 })[type];
const named = open_to_every_user.flatMap(({ calls }) => calls);

/** Whether the table alone lets such a user in; a verb may ask for more. */
function isLetIn({ access }: Endpoint, account_type: AccountType): boolean {
  const who = { kind: 'session', account_type, role: 'standard', permissions: {} } as const;
  return allowed(access, who).ok;
}

const empty = ({ path }: Endpoint): Request => ({
  params: Object.fromEntries(paramNames(path).map((name) => [name, '0'.repeat(20)])),
});

/** What the account's boss could send; an empty request where the table refuses any. */
async function requestFor(endpoint: Endpoint, type: AccountType): Promise<Request> {
  if (!isLetIn(endpoint, type)) return empty(endpoint);
  const { m2: merchant } = sweep.tenants;
  const { boss: caller } = tenantOf(type);
  return await caseOf(endpoint).make({ world: sweep.world, merchant, caller });
}

/** Calls of many payments answer for each by itself. */
function isRefused({ status, body }: Answer): boolean {
  const each: unknown = body?.data;
  const parts = Array.isArray(each) ? (each as { msg?: string }[]) : [];
  const none = parts.length > 0 && parts.every(({ msg }) => msg?.startsWith('forbidden: '));
  return status === 403 || none;
}

async function faultOf(endpoint: Endpoint, type: AccountType): Promise<string[]> {
  const { clerk } = tenantOf(type);
  const request = await requestFor(endpoint, type);
  const credential = await credentialFor(sweep.world, endpoint, clerk);
  const answer = await send(sweep.world, endpoint, request, credential);
  if (isRefused(answer)) return [];
  return [`${keyOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 120)}`];
}

const minutes_on_a_busy_machine = 4 * 60_000;

describe('a standard user without any right', () => {
  it.each(account_types)(
    'of %s is refused whatever is not named as open to everybody',
    async (type) => {
      const { user } = tenantOf(type).clerk;
      expect(user.role).toBe('standard');
      expect(Object.values(user.permissions).filter(Boolean)).toEqual([]);
      const limited = sweep.world.endpoints.filter(
        (one) => callersOf(one).includes(type) && !named.includes(keyOf(one)),
      );
      expect(limited.length).toBeGreaterThan(25);
      const faults: string[] = [];
      for (const endpoint of limited) faults.push(...(await faultOf(endpoint, type)));
      expect(faults).toEqual([]);
    },
    minutes_on_a_busy_machine,
  );

  it('finds open what is named, each call once and with a reason', () => {
    expect(named.length).toBe(new Set(named).size);
    const open = sweep.world.endpoints.filter((one) =>
      callersOf(one).some((type) => isLetIn(one, type)),
    );
    const keys = open.map(keyOf);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
    for (const { because } of open_to_every_user) expect(because).toMatch(/^[a-z].{20,}/);
  });
});
