// State and country lists: complete, without repeats, well formed.
import { describe, expect, it } from 'vitest';
import { country_codes, offered_countries, stateName, statesOf, us_states } from './places.ts';

describe('places', () => {
  it('offer the fifty states, the District, nine territories and the armed forces', () => {
    const codes = statesOf('us').map((place) => place.code);
    expect(us_states).toHaveLength(51);
    expect(codes).toHaveLength(63);
    expect(new Set(codes).size).toBe(63);
    expect(codes).toEqual(expect.arrayContaining(['DC', 'PR', 'GU', 'VI', 'AA', 'AE', 'AP']));
    expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  });

  it('name a state by its code in either case', () => {
    expect(stateName('ny')).toBe('New York');
    expect(stateName('WY')).toBe('Wyoming');
    expect(stateName('ZZ')).toBeNull();
  });

  it('offer the United States alone, and hold the 249 ISO codes for rules', () => {
    expect(offered_countries).toEqual([{ code: 'US', name: 'United States' }]);
    expect(new Set(country_codes).size).toBe(249);
    expect(country_codes).toHaveLength(249);
    expect([...country_codes].sort()).toEqual(country_codes);
    expect(statesOf('FR')).toEqual([]);
  });
});
