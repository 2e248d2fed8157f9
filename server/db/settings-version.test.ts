// One number for all settings: which changes count it up, and how it is read again when it is cut.
import { describe, expect, test } from 'vitest';
import { openLedgerWorld } from '../testing/worlds/ledger-world.ts';
import { type Database, inTransaction } from './database.ts';
import {
  bumpSettingsVersion,
  makeSettingsVersion,
  refreshSettingsVersion,
  settingsVersion,
} from './settings-version.ts';

const world = openLedgerWorld();

async function version(): Promise<number> {
  const { database } = world.services;
  await refreshSettingsVersion(database);
  return settingsVersion(database);
}

test.each([
  ['merchant', 'update', 1],
  ['user', 'create', 1],
  ['user', 'view_as', 0],
  ['user', 'login_as', 0],
  ['session', 'remove', 1],
  ['session', 'create', 0],
  ...[
    ...['audit', 'audit_log', 'clock', 'custom_output', 'export', 'mail', 'parked_event'],
    ...['saved_search', 'settlement_batch', 'transaction', 'unresolved', 'webhook'],
  ].map((noun) => [noun, 'create', 0] as [string, string, number]),
] as [string, string, number][])('%s.%s counts by %d', async (noun, verb, by) => {
  const before = await version();
  await inTransaction(world.system, null, (tx) => bumpSettingsVersion(tx, { noun, verb }));
  expect(await version()).toBe(before + by);
});

describe('a look', () => {
  /** A database whose reads of the version fail with these codes, one after another. */
  function failing(...codes: string[]) {
    let reads = 0;
    const versions = {
      async connect() {
        reads += 1;
        const code = codes.shift();
        if (code) throw Object.assign(new Error(`it failed with ${code}`), { code });
        return await world.services.database.versions.connect();
      },
    };
    const settings_version = makeSettingsVersion();
    const database = { ...world.services.database, versions, settings_version } as Database;
    return { database, reads: () => reads };
  }

  test.each(['ECONNRESET', '57P01', '0A000'])(
    'that fails with %s is repeated once',
    async (code) => {
      const { database, reads } = failing(code);
      await refreshSettingsVersion(database);
      expect([reads(), settingsVersion(database)]).toEqual([2, await version()]);
      const again = failing(code, code);
      await expect(refreshSettingsVersion(again.database)).rejects.toThrow(code);
      await refreshSettingsVersion(again.database);
    },
  );

  test('that is refused throws, and the next one begins anew', async () => {
    const { database, reads } = failing('42501');
    await expect(refreshSettingsVersion(database)).rejects.toThrow('it failed with 42501');
    await refreshSettingsVersion(database);
    expect(reads()).toBe(2);
  });

  test('is shared: however many ask at once, two suffice', async () => {
    const { database, reads } = failing();
    await Promise.all(Array.from({ length: 20 }, () => refreshSettingsVersion(database)));
    expect(reads()).toBe(2);
    await refreshSettingsVersion(database);
    expect(reads()).toBe(3);
  });
});
