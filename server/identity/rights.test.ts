// Rights on the screen and in the server are the same: which are read, and why one is refused.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  shown_rights,
  type UserPermission,
  user_permission_names,
} from '../../contract/accounts/documents/user-permissions.ts';
import { whyNotGranted } from '../../contract/identity/rights.ts';
import { makeTenants, type Person, type Tenants } from '../testing/tenants.ts';
import { makeWorld, type World } from '../testing/world.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The running product's own text: no tests, no seed, and not the list of rights itself. */
function sources(): string {
  const files = ['contract', 'server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|\.generated\.ts$/.test(name))
      .filter((name) => !/(^|\/)(seed|testing|documents)\//.test(name)),
  );
  return files.map((name) => readFileSync(path.join(root, name), 'utf8')).join('\n');
}

test('a right is shown exactly when an endpoint or a verb reads it', () => {
  const text = sources();
  const read = user_permission_names.filter((name) => text.includes(`'${name}'`));
  const shown = shown_rights.flatMap(({ rights }) => rights.map(({ name }) => name));
  expect(shown.toSorted()).toEqual(read.toSorted());
});

let world: World;
let t: Tenants;
beforeAll(async () => {
  world = await makeWorld({ lab: false });
  t = await makeTenants(world);
});
afterAll(() => world.close());

const key = (person: Person) => ({ credential: person.private_key });

async function makeUser(by: Person, more: object): Promise<string> {
  made += 1;
  const names = { username: `rights_user_${made}`, name: 'Some', email: 'some@example.com' };
  const body = { ...names, ...more };
  const answer = await world.call('POST', '/user', { ...key(by), body });
  expect(answer.status).toBe(200);
  return answer.body.data.id;
}
let made = 0;

/** A user of the first merchant with these rights, and a key to speak with. */
async function makeSpeaker(more: object): Promise<{ id: string; credential: string }> {
  made += 1;
  const names = { username: `rights_speaker_${made}`, name: 'Speaker', email: 's@example.com' };
  const body = { ...names, ...more, create_api_key: true };
  const { body: answer } = await world.call('POST', '/user', { ...key(t.m1.boss), body });
  return { id: answer.data.id, credential: answer.data.api_key };
}

describe('every reason the screen gives is a refusal of the server, and no other is', () => {
  const rights: UserPermission[] = ['process_void', 'process_refund', 'manage_users'];
  const holds = { manage_users: true, process_void: true };
  const speakers = {
    'a standard user with manage_users': { permissions: holds },
    'a standard user without it': { permissions: { process_void: true } },
    'a user of the role admin that lacks rights': { role: 'admin', permissions: holds },
  };

  test.each(Object.entries(speakers))('%s', async (_name, given) => {
    const { id, credential } = await makeSpeaker(given);
    const role = await world.call('POST', '/role', {
      ...key(t.m1.boss),
      body: { name: `Role ${id}`, permissions: { process_void: true } },
    });
    const targets = [
      id,
      await makeUser(t.m1.boss, {}),
      await makeUser(t.m1.boss, { permissions: { process_refund: true } }),
      await makeUser(t.m1.boss, { role: 'admin' }),
      await makeUser(t.m1.boss, { custom_role_id: role.body.data.id }),
    ];
    const user = async (one: string) =>
      (await world.call('GET', `/user/${one}`, key(t.m1.boss))).body.data;
    const viewer = await user(id);
    const differing: string[] = [];
    for (const one of targets) {
      for (const right of rights) {
        const before = await user(one);
        const why = whyNotGranted(viewer, before, right);
        const body = { permissions: { [right]: !before.permissions[right] } };
        const { status } = await world.call('POST', `/user/${one}`, { credential, body });
        if ((why === '') !== (status === 200)) differing.push(`${right}: ${status}, said “${why}”`);
      }
    }
    expect(differing).toEqual([]);
  });
});
