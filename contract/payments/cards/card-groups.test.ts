// Card numbers between marks of lists, in markup and as spreadsheets show them; lists stay lists.
import { describe, expect, it } from 'vitest';
import { maskCardNumbers } from './mask-card-numbers.ts';

const mask = '411111******1111';
const gaps = [',', ':', '|', ';', '*', '~', "'", '\\', '#', '=', '@', '><', ')(', '&nbsp;', '<br>'];

describe('a card number in groups', () => {
  it.each([...gaps, '<br/>', '<br />', ', ', ' | ', '","'])('with %s between is masked', (gap) => {
    const spelled = (groups: string[]) => `no ${groups.join(gap)}.`;
    const fours = ['4111', '1111', '1111', '1111'];
    expect(maskCardNumbers(spelled(fours))).toBe(`no ${mask}.`);
    expect(maskCardNumbers(spelled([...'4111111111111111']))).toBe(`no ${mask}.`);
    const amex = ['3782', '822463', '10005'];
    expect(maskCardNumbers(spelled(amex))).toBe('no 378282*****0005.');
    expect(maskCardNumbers(spelled(['2030', ...fours, '123']))).toBe(
      `no 2030${gap}${mask}${gap}123.`,
    );
  });

  it.each([
    ['4.111111111111111E+15', mask],
    ['411.1111111111111e13', mask],
    ['4,111111111111111E+15', mask],
  ])('%s, as a spreadsheet shows it, is masked', (input, masked) => {
    expect(maskCardNumbers(input)).toBe(masked);
  });
});

describe('a card number in groups of another kind', () => {
  it.each([
    ['4111-1111 1111,1111', mask],
    ['(4111) 1111 [1111] 1111', `(${mask}`],
    ['<b>4111</b><b>1111</b><i>1111</i><b>1111</b>', `<b>${mask}</b>`],
    ['3782, 822463 / 10005', '378282*****0005'],
    ['4,111,111,111,111,111', mask],
    ["4'111'111'111'111'111.00", `${mask}.00`],
    ['378,282,246,310,005', '378282*****0005'],
    ['00004111111111111111', `0000${mask}`],
    ['00378282246310005;', '00378282*****0005;'],
  ])('%s is masked', (input, masked) => {
    expect(maskCardNumbers(input)).toBe(masked);
  });
});

describe('no card number', () => {
  it.each([
    'orders 10023, 10024, 10025, 10026',
    '1,234.56, 2,345.67, 4,111.11, 4,111.11',
    '+1 (415) 555-1234, +1 (415) 555-6789; 415-555-0000|415-555-0001',
    '2026-11-24,2026-11-25,2026-11-26,2026-11-27',
    '2026-11-24T12:10:11.123Z|2026-11-24T12:10:12.456Z',
    '2024,2025,2026,2027,2028',
    '41111111-1111-1111-8111-411111111111,41111111-1111-4111-8111-111111111111',
    '4111,1111,1111,1112',
    '20261124411111111111111199',
    '4.111111111111112E+15',
    '4.111111111111111E+3',
    '1.5e10, 0.4111111111111111, 12',
    '<b>4111</b><i>11</i>',
    '4,111,111,111,111,112',
    '1,4,111,111,111,111,111,1',
    '00004111111111111112',
    '0000411111111111111aaaaaaaaaaaaaa4111',
  ])('is made of %s', (text) => {
    expect(maskCardNumbers(text)).toBe(text);
  });
});
