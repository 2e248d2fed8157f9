// The seal of a manifest: over every member and its kind, in whichever order members stand.
import { expect, it } from 'vitest';
import type { ManifestFacts } from '../../../../contract/reports/manifest.ts';
import type { Context } from '../../../context.ts';
import { openManifest, sealed } from './report-manifest.ts';

const [present, earlier] = [Buffer.alloc(32, 7), Buffer.alloc(32, 6)];
const contextWith = (...keys: Buffer[]) =>
  ({ keys: { derive: () => keys[0], derivations: () => keys } }) as unknown as Context;
const context = contextWith(present);
const seal = (facts: object) => sealed(context, facts as ManifestFacts).seal;

it('is the same whatever the order of members, and another one for every other fact', () => {
  expect(seal({ a: 1, b: { c: [1, 2], d: null } })).toBe(seal({ b: { d: null, c: [1, 2] }, a: 1 }));
  const facts = [
    ...[{ a: [] }, { a: {} }, { a: null }, { a: '' }, { a: 'null' }],
    ...[{ a: ['x'] }, { a: { 0: 'x' } }, { a: 'x' }, { a: ['x', 'y'] }, { a: ['y', 'x'] }],
    ...[{ a: 1 }, { a: '1' }, { b: 1 }, {}],
  ];
  expect(new Set(facts.map(seal)).size).toBe(facts.length);
});

it('opens nothing of which a member is another one, or no seal is given', () => {
  const made = sealed(context, { rows: 3 } as ManifestFacts);
  for (const changed of [{ ...made, rows: 4 }, { rows: 3 }, { ...made, seal: 'x' }]) {
    expect(openManifest(context, changed)).toBeNull();
  }
});

const manifest: ManifestFacts = {
  ...{ version: 1, export_id: 'e1', account_id: 'a1', kind: 'transactions', filename: 'f.csv' },
  ...{ content_type: 'text/csv', columns: ['id'], time_zone: 'UTC', search: {}, sums: [] },
  ...{ as_of: '2026-03-01T12:00:00.000Z', rows: 0, bytes: 3, sha256: 'a'.repeat(64) },
};

it('opens what was sealed with a key of before, and seals with the present one', () => {
  const made = sealed(contextWith(earlier), manifest);
  const both = contextWith(present, earlier);
  expect(openManifest(both, { ...made })).toEqual(made);
  expect(openManifest(context, { ...made })).toBeNull();
  expect(sealed(both, manifest)).toEqual(sealed(context, manifest));
  expect(openManifest(both, { ...made, rows: 4 })).toBeNull();
});
