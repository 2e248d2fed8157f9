// The names of permissions and flags: each is shown once, under a name that is no key.
import { expect, test } from 'vitest';
import { flag_entries, flag_names } from './flags.ts';
import { grant_groups, offered_grants } from './grants.ts';
import { isOfferedGrant } from './offered.ts';
import { permission_entries, permission_names } from './permissions.ts';

const all = grant_groups.flatMap(({ grants }) => grants);

test('every permission and flag stands in one group', () => {
  const named = (document: string) =>
    all.flatMap((one) => (one.document === document ? [one.name as string] : []));
  expect(named('permissions').sort()).toEqual([...permission_names].sort());
  expect(named('flags').sort()).toEqual([...flag_names].sort());
});

test('a name is a thing, said once; its help is a sentence that says more', () => {
  const labels = all.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.filter((label) => /_|\.$/.test(label))).toEqual([]);
  const entries = { ...permission_entries, ...flag_entries };
  for (const { name, label } of all) {
    const { meaning } = entries[name];
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(meaning.toLowerCase()).not.toBe(`${label.toLowerCase()}.`);
  }
});

test('what nothing reads yet is not offered', () => {
  const offered = offered_grants.flatMap(({ grants }) => grants.map(({ name }) => name as string));
  expect(offered).toContain('allow_surcharge');
  expect(offered).not.toContain('skip_billing');
  expect(offered.length).toBe(
    all.filter(({ document, name }) => isOfferedGrant(document, name)).length,
  );
});
