// When a payment settles, in the words of the terminal and on the processor's own clock.
import { describe, expect, it } from 'vitest';
import { settlesNote } from './notes.ts';

const pacific = { timezone: 'America/Los_Angeles', settle_at: '19:00:00', auto_settles: true };
const textOf = (at: string, processor = pacific) =>
  settlesNote('sale', 'card', processor, new Date(at))?.text;

describe('the cut-off of a processor', () => {
  it('is today until its own clock has passed it', () => {
    expect(textOf('2026-06-19T01:59:59Z')).toBe('Settles today at 7:00 PM PDT.');
    expect(textOf('2026-06-19T02:00:00Z')).toBe('Settles tomorrow at 7:00 PM PDT.');
    const midnight = { ...pacific, settle_at: '00:30:00' };
    expect(textOf('2026-12-18T08:10:00Z', midnight)).toBe('Settles today at 12:30 AM PST.');
  });

  it('means nothing for what settles otherwise, or not at all', () => {
    const now = new Date('2026-06-19T01:00:00Z');
    expect(settlesNote('verification', 'card', pacific, now)).toBeNull();
    expect(settlesNote('authorize', 'card', pacific, now)?.text).toMatch(/after it is captured/);
    expect(settlesNote('sale', 'cash', pacific, now)?.text).toMatch(/immediately/);
    const by_hand = { ...pacific, auto_settles: false };
    expect(settlesNote('sale', 'card', by_hand, now)?.text).toMatch(/not settle automatically/);
  });
});
