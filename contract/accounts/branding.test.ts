// The styles of a brand: listed names, values that can load and close nothing, domains.
import { describe, expect, it } from 'vitest';
import { branding, branding_styles, isBrandingStyle, partner_branding_input } from './branding.ts';

describe('a style of a brand', () => {
  it.each([
    ['color-primary', ['#abc', '#ABCD', '#aabbcc', '#aabbccdd', 'rgb(1, 2, 3)', 'hsla(1 2% 3%)']],
    ['color-link', ['oklch(0.5 0.1 20)', 'red', 'RED', 'rebeccapurple']],
    ['menu-width', ['0', '10px', '1.25rem', '9999em', '50%']],
    ['font-weight-bold', ['100', '900', 'normal', 'bold']],
    ['font-family', ['Inter, \'Noto Sans\', "X"', 'a_b-c 1']],
  ])('%s takes what fits its grammar', (name, values) => {
    expect(values.filter((value) => !isBrandingStyle(name, value))).toEqual([]);
  });

  it.each([
    ['color-primary', ['#ab', '#abcde', '#aabbc', '#aabbccd', '#aabbccdde', 'x#abc', '#abcx']],
    ['color-primary', ['url(x)', 'rgb(x)', 'rgb()', 'rgb(1', 'rgb(1);', 'a', 'ab', '#ggg', '']],
    ['color-primary', [`rgb(${'1'.repeat(61)})`, 'a'.repeat(25), 'red;', ' red']],
    ['menu-width', ['px', '-1px', '12345px', '1.', '1.1234px', '1pt', '1px;', 'x1px']],
    ['font-weight-bold', ['0', '950', '1000', 'bolder', 'abnormal', '150']],
    ['font-family', ['', 'a;b', 'url(x)', '{}', 'a'.repeat(201)]],
    ['color-unlisted', ['#abc']],
    ['', ['#abc']],
  ])('%s takes nothing else', (name, values) => {
    expect(values.filter((value) => isBrandingStyle(name, value))).toEqual([]);
  });

  it('is a text', () => {
    expect(isBrandingStyle('font-weight-bold', 900)).toBe(false);
    expect(isBrandingStyle('font-weight-bold', null)).toBe(false);
  });

  it('that was stored and does not fit is left out', () => {
    const stored = { 'color-link': '#abc', 'color-font': 'url(x)', other: '#abc' };
    expect(branding_styles.parse(stored)).toEqual({ 'color-link': '#abc' });
    expect(branding_styles.parse(null)).toEqual({});
  });
});

describe('a brand that is sent', () => {
  const styles = (input: unknown) => partner_branding_input.safeParse({ styles: input });

  it('drops unlisted and empty styles and refuses one that does not fit', () => {
    const input = { 'color-link': '', 'color-font': '#abc', other: 'x' };
    expect(styles(input).data?.styles).toEqual({ 'color-font': '#abc' });
    expect(styles({ 'color-link': 'url(x)' }).error?.issues[0]?.path).toEqual([
      ...['styles', 'color-link'],
    ]);
    expect([styles('x'), styles([]), styles(7)].some(({ success }) => success)).toBe(false);
    expect(styles(null).success).toBe(true);
    expect(branding.saveMerchant.input.safeParse({ styles: null }).success).toBe(false);
  });

  it('belongs to a host name in small letters', () => {
    const read = (domain: string) => partner_branding_input.safeParse({ domain });
    expect(read(' Pay.Example.COM ').data?.domain).toBe('pay.example.com');
    const long = `${'a'.repeat(63)}.example.com`;
    expect(['a.bc', 'x-1.example.co', long].filter((host) => !read(host).success)).toEqual([]);
    const bad = ['example', '-a.com', 'a-.com', 'a..com', 'a.c', 'a.1c', 'http://a.com', 'a.com/'];
    expect([...bad, 'a.com:80', `a${long}`].filter((host) => read(host).success)).toEqual([]);
  });
});
