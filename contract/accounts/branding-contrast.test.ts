// Colours of a brand that could not be read are refused, by the ratio of WCAG 2.2.
import { describe, expect, it } from 'vitest';
import { brandFault, contrastOf } from './branding-contrast.ts';

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000', 21],
    ['#fff', '#FFFFFF', 1],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#f00', '#ffffff', 3.998],
    ['#0f0', '#ffffff', 1.372],
    ['#00f', '#ffffff', 8.592],
    ['#0a0a0a', '#000000', 1.0607],
    ['#0b0b0b', '#000000', 1.0669],
    ['#123', '#112233', 1],
    ['rgb(255, 0, 0)', '#ffffff', 3.998],
    ['rgb( 0 0 255 )', '#ffffff', 8.592],
    ['RGB(0,255,0)', '#ffffff', 1.372],
    ['rgb(999, 999, 999)', '#ffffff', 1],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 3);
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 3);
  });

  it.each([
    ...['red', '#12', '#1234', '#12345', '#1234567', '#ggg', 'x#123', '#123x', ' #123'],
    ...['rgb(1, 2)', 'rgb(1, 2, 3, 4)', 'rgb(1234, 0, 0)', 'rgb(1,2,3) x', 'x rgb(1,2,3)', ''],
  ])('of %j is not known', (color) => {
    expect(contrastOf(color, '#ffffff')).toBeNull();
    expect(contrastOf('#ffffff', color)).toBeNull();
  });
});

describe('the colours of a brand', () => {
  it('may be as they are where nothing is set or all can be read', () => {
    expect(brandFault({})).toBeNull();
    expect(brandFault({ 'color-primary': '#767676', 'color-border': '#ffffff' })).toBeNull();
  });

  it.each(['primary', 'link', 'success', 'info', 'warning', 'error'])(
    'stand on white: color-%s',
    (name) => {
      expect(brandFault({ [`color-${name}`]: '#777777' })).toBe(
        `color-${name} has a contrast of 4.4:1 against white, 4.5:1 is needed`,
      );
      expect(brandFault({ [`color-${name}`]: 'red' })).toBe(
        `color-${name} must be given as #rrggbb`,
      );
    },
  );

  it.each([
    ['menu-item-text-color', 'menu-bg-color'],
    ['menu-item-text-color', 'menu-item-bg-color'],
    ['menu-item-hover-text-color', 'menu-item-hover-bg-color'],
    ['title-bar-text-color', 'title-bar-bg-color'],
  ])('are laid on each other: %s on %s', (ink, ground) => {
    expect(brandFault({ [ink]: '#777777', [ground]: '#ffffff' })).toBe(
      `${ink} has a contrast of 4.4:1 against ${ground}, 4.5:1 is needed`,
    );
    expect(brandFault({ [ink]: '#000000', [ground]: '#ffffff' })).toBeNull();
    expect(brandFault({ [ink]: '#777777' })).toBeNull();
    expect(brandFault({ [ground]: '#777777' })).toBeNull();
  });

  it('are all asked, also where others can be read', () => {
    const read = { 'menu-item-text-color': '#000000', 'menu-bg-color': '#ffffff' };
    const dull = { 'title-bar-text-color': '#777777', 'title-bar-bg-color': '#ffffff' };
    expect(brandFault({ 'color-primary': '#000000', ...read, ...dull })).toMatch(/^title-bar-text/);
  });

  it('says the first that cannot be read', () => {
    expect(brandFault({ 'color-error': '#fff', 'color-link': '#fff' })).toBe(
      'color-link has a contrast of 1.0:1 against white, 4.5:1 is needed',
    );
  });
});
