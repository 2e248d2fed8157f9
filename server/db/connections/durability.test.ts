// Each setting by which a database would not keep what is committed is named.
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { durabilityFaults } from './durability.ts';

const sentence = (name: string) =>
  `The database runs with ${name} = off: it could lose acknowledged money.`;

test.each(['on', 'off'])(
  'each promise that is switched off, with %s for commits',
  async (state) => {
    const url = new URL(inject('server_url'));
    url.searchParams.set('options', `-c synchronous_commit=${state}`);
    const faults = await durabilityFaults(url.href);
    expect(faults).toContain(sentence('fsync'));
    expect(faults.includes(sentence('synchronous_commit'))).toBe(state === 'off');
    expect(faults).not.toContain(sentence('autovacuum'));
  },
);

test('the connection it asks by is closed again', async () => {
  const url = new URL(inject('server_url'));
  url.searchParams.set('application_name', 'asks-for-durability');
  await durabilityFaults(url.href);
  const client = new pg.Client({ connectionString: inject('server_url') });
  await client.connect();
  const open = async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where application_name = 'asks-for-durability'`,
    );
    return rows.length;
  };
  await expect.poll(open).toBe(0);
  await client.end();
});
