// What all sweeps share: the world with its tenants, callers by account type, the database's print.
import pg from 'pg';
import type { AccountType } from '../../../contract/access/access.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { resetBudgets } from '../budgets.ts';
import { opened } from '../opened.ts';
import { makeTenants, type Person, type Tenants, tenant_password } from '../tenants.ts';
import { type Answer, makeWorld, type World, type WorldOptions } from '../worlds/world.ts';
import type { Case, Request } from './case-parts.ts';
import { caseOf, fill } from './cases.ts';

export interface SweepWorld {
  world: World;
  tenants: Tenants;
  /** A client of the database's owner, who sees behind the walls. */
  owner: pg.Client;
  close(): Promise<void>;
}

export async function makeSweepWorld(options: WorldOptions = {}): Promise<SweepWorld> {
  const config = { allow_loopback_receivers: true, ...options.config };
  const world = await makeWorld({ ...options, config });
  const tenants = await makeTenants(world);
  const owner = new pg.Client({ connectionString: world.database_url });
  await owner.connect();
  return {
    world,
    tenants,
    owner,
    async close() {
      await owner.end();
      await world.close();
    },
  };
}

/** The sweep world of a test file; to be called at its top. */
export function openSweepWorld(options: WorldOptions = {}): SweepWorld {
  return opened(
    () => makeSweepWorld(options),
    (sweep) => sweep.close(),
  );
}

/** Sends a request to an endpoint; limits are another test's matter. */
export async function send(
  world: World,
  endpoint: Endpoint,
  request: Request,
  credential = '',
): Promise<Answer> {
  resetBudgets(world.services);
  return await world.call(endpoint.method, fill(endpoint.path, request.params), {
    credential,
    ...(endpoint.method !== 'GET' && { body: request.body ?? {} }),
  });
}

/** A session's bearer token. */
export async function signIn(world: World, person: Person): Promise<string> {
  resetBudgets(world.services);
  const body = { username: person.user.username, password: tenant_password };
  const answer = await world.call('POST', '/token-auth', { body });
  return `Bearer ${answer.body.token}`;
}

/** The credential an endpoint takes of this person: a key, or a session where it must be one. */
export async function credentialFor(
  world: World,
  endpoint: Endpoint,
  person: Person,
): Promise<string> {
  if (endpoint.access.kind === 'open') return '';
  return endpoint.access.session_only ? await signIn(world, person) : person.private_key;
}

/** Account types that may call; an open endpoint is anyone's. */
export function callersOf(endpoint: Endpoint): readonly AccountType[] {
  return endpoint.access.kind === 'open' ? [] : endpoint.access.types;
}

/** The second tree's person who may call: the victim of a sweep. */
export function ownerOf(endpoint: Endpoint, { admin, p2, m2 }: Tenants): Person {
  const types = callersOf(endpoint);
  if (types.length === 0 || types.includes('merchant')) return m2.boss;
  return types.includes('partner') ? p2.boss : admin.boss;
}

/** The owner's request for an endpoint, made anew. */
export async function requestOf(
  sweep: SweepWorld,
  endpoint: Endpoint,
): Promise<Request & { owned: Case['owned'] }> {
  const { world, tenants } = sweep;
  const { make, owned } = caseOf(endpoint);
  const caller = ownerOf(endpoint, tenants);
  resetBudgets(world.services);
  return { ...(await make({ world, merchant: tenants.m2, caller })), owned };
}

/** What is written beside every request, on purpose: logs, and when a credential was last seen. */
const passing = new Set(['request_log', 'sign_in_event', 'user_session']);

/** Columns that say whose a row is, the first that a table has. */
const owner_columns = ['merchant_id', 'owner_id', 'account_id'];

/**
 * One hash of each table's rows; equal prints mean that nothing was written. With an account's id
 * only its own rows count.
 */
export async function printOf(owner: pg.Client, account_id = ''): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string; columns: string[] }>({
    name: 'tables to print',
    text: `select relname as name, array(select attname::text from pg_attribute a
       where a.attrelid = c.oid and attnum > 0) as columns
     from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  });
  const parts = rows
    .filter(({ name }) => !passing.has(name))
    .flatMap(({ name, columns }) => {
      const whose = owner_columns.find((column) => columns.includes(column));
      if (account_id !== '' && !whose) return [];
      const where = account_id === '' ? '' : `where ${whose} = '${account_id}'`;
      const row = name === 'api_key' ? "(to_jsonb(t) - 'last_used_at')::text" : 't::text';
      const hash = `md5(string_agg(${row}, ',' order by ${row}))`;
      return [`select '${name}' as name, ${hash} as hash from ${name} t ${where}`];
    });
  // Planned once: the plan of a hundred tables takes longer than their few rows.
  const prints = await owner.query<{ name: string; hash: string }>({
    name: `print of ${account_id}`,
    text: parts.join(' union all '),
  });
  return Object.fromEntries(prints.rows.map((row) => [row.name, row.hash ?? '']));
}
