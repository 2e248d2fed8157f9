// The seal of a manifest: over every member and its kind, in whichever order members stand.
import { expect, it } from 'vitest';
import type { ManifestFacts } from '../../../../contract/reports/manifest.ts';
import type { Context } from '../../../context.ts';
import { openManifest, sealed } from './report-manifest.ts';

const context = { keys: { derive: () => Buffer.alloc(32, 7) } } as unknown as Context;
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
