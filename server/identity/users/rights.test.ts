// Rights on the screen and in the server are the same: which are read, and why one is refused.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Access, SignedInRule } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import {
  shown_rights,
  type UserPermission,
  user_permission_names,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { whyNotGranted } from '../../../contract/identity/rights.ts';
import { types } from '../../../contract/payments/transactions/states.ts';
import type { Person } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The running product's own text: no tests, no seed, and not the list of rights itself. */
function sources(): string {
  const files = ['contract', 'server', 'panel'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.generated\.ts$/.test(name))
      .filter((name) => !/(^|\/)(seed|testing|documents)\//.test(name)),
  );
  return files.map((name) => readFileSync(path.join(root, name), 'utf8')).join('\n');
}

/** Rights of rooms that are not built: stored, and shown once their room reads them. */
const later: Readonly<Partial<Record<UserPermission, string>>> = {
  manage_file_batch: 'payments: files',
  manage_rule_engine: 'risk',
  manage_invoices: 'commerce',
  manage_carts: 'commerce',
  manage_recurring: 'recurring',
  view_billing_reports: 'fees',
};

/** Rows of the table that an endpoint, a verb or a screen reads; payments by their type. */
function readRows(): SignedInRule[] {
  const text = sources();
  const by_type: readonly string[] = text.includes('may[input.type]') ? types : [];
  return Object.entries(may)
    .filter(([row]) => by_type.includes(row) || new RegExp(`\\bmay\\.${row}\\b`).test(text))
    .map(([, rule]) => rule);
}

test('every row of the table of what takes a right is read', () => {
  expect(readRows()).toEqual(Object.values(may));
});

test('a right is shown exactly when something reads it, or its room is still to come', () => {
  const read = new Set(readRows().flatMap(({ permission }) => permission ?? []));
  const shown = shown_rights.flatMap(({ rights }) => rights.map(({ name }) => name));
  expect(shown.toSorted()).toEqual([...read].toSorted());
  const unread = user_permission_names.filter((name) => !read.has(name));
  expect(unread.toSorted()).toEqual(Object.keys(later).toSorted());
});

test('a right, role or switch is required by a row of the table and nowhere else', () => {
  const rows = new Set<Access>(Object.values(may));
  const strays = world.endpoints.filter(
    ({ access }) =>
      access.kind !== 'open' &&
      Boolean(access.permission ?? access.role ?? access.merchant_role) &&
      !rows.has(access),
  );
  expect(strays.map(({ method, path: at }) => `${method} ${at}`)).toEqual([]);
});

const world = openWorld({ lab: false });
const t = openTenants(world);

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

/** A colleague with these rights, and a key to speak with. */
async function makeSpeaker(by: Person, more: object): Promise<{ id: string; credential: string }> {
  made += 1;
  const names = { username: `rights_speaker_${made}`, name: 'Speaker', email: 's@example.com' };
  const body = { ...names, ...more, create_api_key: true };
  const { body: answer } = await world.call('POST', '/user', { ...key(by), body });
  return { id: answer.data.id, credential: answer.data.api_key };
}

describe('every reason the screen gives is a refusal of the server, and no other is', () => {
  const rights: UserPermission[] = ['process_void', 'process_refund', 'manage_users'];
  const holds = { manage_users: true, process_void: true };
  const speakers = {
    'a standard user with manage_users': { permissions: holds },
    'a standard user without it': { permissions: { process_void: true } },
    'a user with the admin role that lacks rights': { role: 'admin', permissions: holds },
  };

  const cases = Object.entries(speakers).flatMap(([name, granted]) =>
    (['p1', 'm1'] as const).map((of) => [name, of, granted] as const),
  );
  test.each(cases)('%s of %s', async (_name, of, granted) => {
    const { boss } = t[of];
    const { id, credential } = await makeSpeaker(boss, granted);
    const role = await world.call('POST', '/role', {
      ...key(boss),
      body: { name: `Role ${id}`, permissions: { process_void: true } },
    });
    const targets = [
      id,
      await makeUser(boss, {}),
      await makeUser(boss, { permissions: { process_refund: true } }),
      await makeUser(boss, { role: 'admin' }),
      await makeUser(boss, { custom_role_id: role.body.data.id }),
    ];
    const user = async (one: string) =>
      (await world.call('GET', `/user/${one}`, key(boss))).body.data;
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
