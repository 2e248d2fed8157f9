// Every endpoint asks who calls: no credential, wrong kind of key, account type, role and right.
import { describe, expect, it } from 'vitest';
import { account_types } from '../../../contract/access/access.ts';
import { type Endpoint, paramNames } from '../../../contract/endpoint.ts';
import { keyOf } from './case-parts.ts';
import { cases } from './cases.ts';
import { callersOf, openSweepWorld, send, signIn } from './sweep-world.ts';

const sweep = openSweepWorld();

/** A request that names nothing; whoever may call would be refused for that. */
const empty = (endpoint: Endpoint) => ({
  params: Object.fromEntries(paramNames(endpoint.path).map((name) => [name, '0'.repeat(20)])),
});
const closed = () => sweep.world.endpoints.filter(({ access }) => access.kind !== 'open');

/** `endpoint: status` of everyone who was answered otherwise. */
async function otherThan(
  status: number,
  calls: readonly (readonly [Endpoint, string])[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [endpoint, credential] of calls) {
    const answer = await send(sweep.world, endpoint, empty(endpoint), credential);
    if (answer.status !== status) wrong.push(`${keyOf(endpoint)}: ${answer.status}`);
  }
  return wrong;
}

const personOf = (type: (typeof account_types)[number]) =>
  ({ admin: sweep.tenants.admin, partner: sweep.tenants.p1, merchant: sweep.tenants.m1 })[type];

describe('every endpoint that is not open', () => {
  it('is served under the name of a known path and no other', () => {
    const served = new Set(sweep.world.endpoints.map(keyOf));
    expect(served.size).toBe(sweep.world.endpoints.length);
    expect(closed().length).toBeGreaterThan(10);
    const parameters = sweep.world.endpoints.filter(({ path }) => path.includes('{')).map(keyOf);
    const lacking = parameters.filter((key) => !cases[key]);
    expect(lacking, 'give these a case in server/testing/sweeps/*-cases.ts').toEqual([]);
  });

  it('is 401 without a credential and with a wrong one', async () => {
    const { private_key } = sweep.tenants.m1.boss;
    const wrong = ['', 'api_000000000000000000000000000', `Bearer ${private_key}`, 'Bearer a.b.c'];
    const calls = closed().flatMap((e) => wrong.map((credential) => [e, credential] as const));
    expect(await otherThan(401, calls)).toEqual([]);
  });

  it('is 401 for a public key, unless it is made for browsers', async () => {
    const server = closed().filter(({ access }) => access.kind !== 'open' && !access.public_key);
    const keys = account_types.map((type) => personOf(type).boss.public_key);
    const calls = server.flatMap((e) => keys.map((key) => [e, key] as const));
    expect(await otherThan(401, calls)).toEqual([]);
  });

  it('is 403 for a caller of another account type', async () => {
    const calls = closed().flatMap((endpoint) =>
      account_types
        .filter((type) => !callersOf(endpoint).includes(type))
        .map((type) => [endpoint, personOf(type).boss.private_key] as const),
    );
    expect(calls.length).toBeGreaterThan(0);
    expect(await otherThan(403, calls)).toEqual([]);
  });

  it('is 403 without the right or role it takes', async () => {
    const calls = closed().flatMap((endpoint) => {
      const { access } = endpoint;
      if (access.kind === 'open' || !(access.permission || access.role)) return [];
      return access.types.map((type) => [endpoint, personOf(type).clerk.private_key] as const);
    });
    expect(await otherThan(403, calls)).toEqual([]);
  });

  it('is 403 for a key where a session is needed', async () => {
    const sessions = closed().filter(({ access }) => access.kind !== 'open' && access.session_only);
    const key = sweep.tenants.m1.boss.private_key;
    expect(
      await otherThan(
        403,
        sessions.map((e) => [e, key] as const),
      ),
    ).toEqual([]);
  });

  it('is 401 for a session that has ended', async () => {
    const token = await signIn(sweep.world, sweep.tenants.m1.boss);
    await sweep.world.call('GET', '/logout', { credential: token });
    expect(
      await otherThan(
        401,
        closed().map((e) => [e, token] as const),
      ),
    ).toEqual([]);
  });
});
