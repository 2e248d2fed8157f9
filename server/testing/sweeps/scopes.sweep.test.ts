// A scope list is an allow-list: a key of each single scope calls every endpoint, and what the
// endpoint names decides, never what its user may do besides.
import { describe, expect, it } from 'vitest';
import {
  type AccountType,
  account_types,
  type KeyScope,
  type SignedInRule,
} from '../../../contract/access/access.ts';
import {
  area_names,
  calls_of_every_key,
  scope_areas,
} from '../../../contract/access/key-scopes.ts';
import { type Endpoint, paramNames } from '../../../contract/endpoint.ts';
import { key_scope_names } from '../../../contract/identity/api-keys.ts';
import { inTransaction } from '../../db/database.ts';
import { insertApiKey } from '../../identity/api-keys/new-api-key.ts';
import { keyOf } from './case-parts.ts';
import { openSweepWorld, send } from './sweep-world.ts';

const sweep = openSweepWorld();

const personOf = (type: AccountType) =>
  ({ admin: sweep.tenants.admin, partner: sweep.tenants.p1, merchant: sweep.tenants.m1 })[type];

/** A key of the account type's boss, who holds every right, with these limits. */
async function keyWith(type: AccountType, limits: object): Promise<string> {
  const { user } = personOf(type).boss;
  const { system } = sweep.world;
  const { api_key } = await inTransaction(system, user.account_type_id, (tx) =>
    insertApiKey(tx, system, { user, type: 'api', name: 'swept', limits }),
  );
  return api_key;
}

/** A request that names nothing there is. */
const empty = ({ path }: Endpoint) => ({
  params: Object.fromEntries(paramNames(path).map((name) => [name, '0'.repeat(20)])),
});

interface Closed {
  endpoint: Endpoint;
  rule: SignedInRule;
}
function closedTo(type: AccountType): Closed[] {
  return sweep.world.endpoints.flatMap((endpoint) => {
    const { access: rule } = endpoint;
    return rule.kind === 'signed_in' && rule.types.includes(type) ? [{ endpoint, rule }] : [];
  });
}

function opens({ rule }: Closed, scope: KeyScope): boolean {
  const { scope: rule_scope } = rule;
  return (
    rule_scope === 'every_key' || (rule_scope !== 'no_limited_key' && rule_scope.includes(scope))
  );
}

/** What the refusals of scopes and limits say; a verb may refuse for other reasons. */
const by_limits = /needs the \S.* scope\.|without limits|requires? a signed-in session/;

async function faultsOf(type: AccountType, scopes: readonly KeyScope[]): Promise<string[]> {
  const credential = await keyWith(type, { scopes });
  const faults: string[] = [];
  for (const closed of closedTo(type)) {
    const { endpoint } = closed;
    // A new key without limits is refused by the verb: it would be wider than its maker.
    const body = endpoint.path === '/user/apikey' ? { scopes } : {};
    const request = { ...empty(endpoint), body };
    const { status, text } = await send(sweep.world, endpoint, request, credential);
    const is_refused = status === 403 && by_limits.test(text);
    const is_open = scopes.some((scope) => opens(closed, scope));
    // What a verb asks of its input is its own matter; the rest of the answers tell by the status.
    const is_told = is_open ? !is_refused && status !== 403 : is_refused;
    if (!is_told) faults.push(`${keyOf(endpoint)} with ${scopes}: ${status} ${text.slice(0, 120)}`);
  }
  return faults;
}

/** Each scope that calls of this type name, alone; all that none of them names, together. */
function scopeLists(type: AccountType): KeyScope[][] {
  const calls = closedTo(type).filter(({ rule }) => rule.scope !== 'every_key');
  const named = key_scope_names.filter((scope) => calls.some((one) => opens(one, scope)));
  const unnamed = key_scope_names.filter((scope) => !named.includes(scope));
  return [unnamed, ...named.map((scope) => [scope])];
}

const minutes_on_a_busy_machine = 4 * 60_000;

describe('a key of one single scope', () => {
  it.each(account_types)(
    'of %s opens what names the scope and nothing else',
    async (type) => {
      const lists = scopeLists(type);
      expect(lists.length).toBeGreaterThan(10);
      const faults: string[] = [];
      for (const scopes of lists) {
        faults.push(...(await faultsOf(type, scopes)));
        // The faults of one list say enough; a call that opens to all takes its time in each.
        if (faults.length > 0) break;
      }
      expect(faults).toEqual([]);
    },
    minutes_on_a_busy_machine,
  );

  it.each(account_types)('of %s: a key that only ends is kept from ways in', async (type) => {
    const expires_at = new Date(sweep.world.services.clock.now().getTime() + 3_600_000_000);
    const credential = await keyWith(type, { expires_at: expires_at.toISOString() });
    const faults: string[] = [];
    for (const { endpoint, rule } of closedTo(type)) {
      if (rule.session_only || rule.scope !== 'no_limited_key') continue;
      const { status } = await send(sweep.world, endpoint, empty(endpoint), credential);
      if (status !== 403) faults.push(`${keyOf(endpoint)}: ${status}`);
    }
    expect(faults).toEqual([]);
  });
});

describe('the table of scopes', () => {
  const rules = () =>
    account_types.flatMap((type) => closedTo(type).map((one) => ({ type, ...one })));

  it('names the calls of every key in one place', () => {
    const matching = rules().filter(({ rule }) => rule.scope === 'every_key');
    const calls = new Set(matching.map(({ endpoint }) => keyOf(endpoint)));
    expect([...calls].toSorted()).toEqual(Object.keys(calls_of_every_key).toSorted());
  });

  it('offers each area to exactly the users who reach it', () => {
    for (const name of area_names) {
      const area = scope_areas[name];
      const named = rules().filter((one) => opens(one, name) && one.rule.scope !== 'every_key');
      expect(named.length, name).toBeGreaterThan(0);
      const types = account_types.filter((type) => named.some((one) => one.type === type));
      expect(types, name).toEqual(
        account_types.filter((type) => area.types.some((t) => t === type)),
      );
      const role_of = 'role_of' in area ? area.role_of.types : [];
      const by_role = types.filter((type) =>
        named
          .filter((one) => one.type === type)
          .every(({ rule }) => (type === 'merchant' && rule.merchant_role) || rule.role),
      );
      expect(
        role_of.filter((type) => by_role.includes(type)),
        name,
      ).toEqual(by_role.filter((type) => type === 'merchant'));
    }
  });
});
