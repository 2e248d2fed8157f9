// Filters of a list in the browser, in the words of the specification.
import { describe, expect, it } from 'vitest';
import { passes } from './client-filter.ts';

const now = new Date('2025-02-05T12:00:00Z');
const text = (operator: '=' | '!=', value: string, shown: string) =>
  passes({ name: 'name', operator, value }, 'text', shown, now);

describe('a text', () => {
  it('is found by = where it holds what is sought, in any case', () => {
    expect(text('=', 'AbC', 'xxabcxx')).toBe(true);
    expect(text('=', 'AbC', 'zzz')).toBe(false);
  });

  it('is found by != where = would not find it', () => {
    expect(text('!=', 'AbC', 'xxabcxx')).toBe(false);
    expect(text('!=', 'AbC', 'zzz')).toBe(true);
  });
});

describe('a choice', () => {
  it('is itself, not a part of another', () => {
    const is = (shown: string) =>
      passes({ name: 'type', operator: '=', value: 'text' }, 'choice', shown, now);
    expect([is('text'), is('textarea')]).toEqual([true, false]);
  });
});

describe('a date', () => {
  const within = (shown: string, filter: object) =>
    passes({ name: 'created_at', ...filter } as Parameters<typeof passes>[0], 'date', shown, now);

  it('lies between two days, both counted in', () => {
    const january = { start_date: '2025-01-01', end_date: '2025-01-31' };
    expect(within('2025-01-01T00:00:00.000Z', january)).toBe(true);
    expect(within('2025-01-31T23:59:59.999Z', january)).toBe(true);
    expect(within('2024-12-31T23:59:59.999Z', january)).toBe(false);
    expect(within('2025-02-01T00:00:00.000Z', january)).toBe(false);
  });

  it('lies in a spoken period and in the last days', () => {
    expect(within('2025-01-31T00:00:00Z', { duration: 'last_month' })).toBe(true);
    expect(within('2025-02-01T00:00:00Z', { duration: 'last_month' })).toBe(false);
    expect(within('2025-01-29T00:00:00Z', { last_days: 7 })).toBe(true);
    expect(within('2025-01-28T00:00:00Z', { last_days: 7 })).toBe(false);
  });
});
