// A change reads as its members, each with what stood before and after.
import { describe, expect, it } from 'vitest';
import { diffOf } from './diff.ts';

describe('a change', () => {
  it('names the members that differ, nested ones by their way, and no others', () => {
    const before = { name: 'Old', same: 1, limits: { sale: 100, refund: 5 }, gone: true };
    const after = { name: 'New', same: 1, limits: { sale: 100, refund: 9 }, made: [1, 2] };
    expect(diffOf(before, after)).toEqual([
      { name: 'name', before: 'Old', after: 'New' },
      { name: 'limits.refund', before: '5', after: '9' },
      { name: 'gone', before: 'true', after: null },
      { name: 'made', before: null, after: '[1,2]' },
    ]);
  });

  it('is everything where there was nothing before, and nothing where both are absent', () => {
    expect(diffOf(null, { a: '', b: null })).toEqual([
      { name: 'a', before: null, after: '(empty)' },
      { name: 'b', before: null, after: '(none)' },
    ]);
    expect(diffOf(null, null)).toEqual([]);
  });

  it('shows at most two hundred lines', () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`m${n}`, n]));
    expect(diffOf(many, null)).toHaveLength(200);
  });
});
