// What the panel says of a call is what the server does with it: every endpoint, several persons.

import { describe, expect, test } from 'vitest';
import type { SignedInRule } from '../../contract/access/access.ts';
import { type Subject, subjectOf, whyNotAllowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { type Endpoint, paramNames } from '../../contract/endpoint.ts';
import { resetBudgets } from '../testing/budgets.ts';
import { type Person, tenant_password } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);

interface Speaker {
  credential: string;
  who: Subject;
}

/** A session with the record the panel would have of its user. */
async function speaker(body: object): Promise<Speaker> {
  resetBudgets(world.services);
  const answer = await world.call('POST', '/token-auth', { body });
  const credential = `Bearer ${answer.body.token}`;
  const { body: caller } = await world.call('GET', '/user', { credential });
  return { credential, who: subjectOf(caller.data) };
}
const signIn = (username: string, password = tenant_password) => speaker({ username, password });

let made = 0;
/** A user of the first merchant with exactly this. */
async function makeUser(by: Person, more: object): Promise<{ id: string; username: string }> {
  made += 1;
  const names = { username: `made_user_${made}`, name: 'Made', email: 'made@example.com' };
  const body = { ...names, password: tenant_password, ...more };
  const { body: answer } = await world.call('POST', '/user', { credential: by.private_key, body });
  return answer.data;
}

async function actingAs(id: string): Promise<Speaker> {
  const { credential } = await signIn(t.admin.boss.user.username);
  const { body } = await world.call('GET', `/user/loginas/${id}`, { credential });
  return await speaker({ auth_key: body.data.key });
}

const some = { permissions: { process_sale: true, process_refund: true, manage_users: true } };

const speakers: Record<string, () => Promise<Speaker>> = {
  'an administrator': () => signIn(t.admin.boss.user.username),
  'an administrator without rights': () => signIn(t.admin.clerk.user.username),
  'a partner': () => signIn(t.p1.boss.user.username),
  'a partner without rights': () => signIn(t.p1.clerk.user.username),
  'a merchant': () => signIn(t.m1.boss.user.username),
  'a merchant without rights': () => signIn(t.m1.clerk.user.username),
  'a merchant with some rights': async () => signIn((await makeUser(t.m1.boss, some)).username),
  'somebody who acts as a merchant': () => actingAs(t.m1.boss.user.id),
  'somebody who owes a new password': async () => {
    const { id, username } = await makeUser(t.m1.boss, some);
    const credential = t.admin.boss.private_key;
    const body = { password_change_required: true };
    await world.call('POST', `/user/request-password-change/${id}`, { credential, body });
    return await signIn(username);
  },
};

/** Calls that end the session which asks. */
const ends = (endpoint: Endpoint) => endpoint.audit?.startsWith('session.') === true;

/** A request that names nothing there is. */
async function ask({ method, path }: Endpoint, credential: string) {
  resetBudgets(world.services);
  const params = paramNames(path).reduce(
    (filled, name) => filled.replace(`{${name}}`, '0'.repeat(20)),
    path as string,
  );
  return await world.call(method, params, { credential, ...(method !== 'GET' && { body: {} }) });
}

/** Oneself is free to anyone; what is asked about others stands in the table all the same. */
const of_others: Readonly<Record<string, SignedInRule>> = {
  'GET /user/{id}': may.manage_users,
  'POST /user/{id}': may.manage_users,
  // Any right to take payments will do; without one the verb names the first.
  'POST /plaid/link-token': may.sale,
  'POST /plaid/link': may.sale,
};

/** First letter and full stop are the panel's. */
const bare = (words: string) => words.replace(/\.$/, '').toLowerCase();

describe('every reason shown is the refusal of the server, and nothing else is refused', () => {
  test.each(Object.entries(speakers))('%s', async (_name, signedIn) => {
    const { credential, who } = await signedIn();
    const calls = world.endpoints.filter((one) => one.access.kind !== 'open' && !ends(one));
    const differing: string[] = [];
    let refused_count = 0;
    for (const endpoint of calls) {
      const row = of_others[`${endpoint.method} ${endpoint.path}`];
      const shown = whyNotAllowed(endpoint.access, who) || (row ? whyNotAllowed(row, who) : '');
      const { status, body } = await ask(endpoint, credential);
      const refused = status === 401 || status === 403;
      const message = refused ? String(body.msg).replace('forbidden: ', '') : '';
      if (refused) refused_count += 1;
      const same = bare(shown) === bare(message);
      if (!same)
        differing.push(`${endpoint.method} ${endpoint.path}: “${shown}”, said “${message}”`);
    }
    expect(differing).toEqual([]);
    expect(calls.length).toBeGreaterThan(40);
    expect(refused_count).toBeGreaterThan(3);
  });
});
