// A database that does not keep its promises is told of each one that it breaks.
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
