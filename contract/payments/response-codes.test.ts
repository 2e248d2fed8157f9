// Response codes and the letters of AVS and CVV: the published tables, their ranges, their words.
import { describe, expect, it } from 'vitest';
import { avs_letters, avsLetter, avsMeaning, cvv_letters, cvvMeaning } from './cards/avs-cvv.ts';
import {
  declineCategory,
  explainCode,
  isApproved,
  isDeclined,
  isGatewayDecline,
  isIssuerDecline,
  isProcessorError,
  response_codes,
  responseLabel,
  responseText,
} from './response-codes.ts';

const published = [
  0, 99, 100, 101, 110, 200, 201, 202, 203, 204, 205, 220, 221, 222, 223, 225, 226, 240, 250, 251,
  252, 253, 261, 262, 300, 301, 310, 320, 321, 322, 323, 400, 410, 421, 430, 440,
];

describe('response codes', () => {
  it('are those of the published table, each with a text and a sentence for the clerk', () => {
    expect(response_codes.map(({ code }) => code)).toEqual(published);
    for (const { text, explanation } of response_codes) {
      expect(text).not.toBe('');
      expect(explanation).toMatch(/^[A-Z].*\.$/);
      expect(explanation).not.toMatch(/!|please/i);
    }
  });

  it.each([
    [0, 'unknown'],
    [99, 'pending'],
    [100, 'approved'],
    [101, 'pending'],
    [110, 'partial'],
    [200, 'declined'],
    [262, 'declined'],
    [301, 'declined'],
    [323, 'declined'],
    [400, 'error'],
    [440, 'error'],
  ])('%i is the response "%s"', (code, word) => {
    expect(responseLabel(code)).toBe(word);
  });

  it('fall into exactly one range', () => {
    const ranges = [isApproved, isIssuerDecline, isGatewayDecline, isProcessorError];
    for (const code of published) {
      const hits = ranges.filter((range) => range(code)).length;
      expect([code, hits]).toEqual([code, code < 100 ? 0 : 1]);
      expect(isDeclined(code)).toBe(code >= 200);
    }
  });

  it.each([
    [99, [false, false, false, false, false]],
    [100, [true, false, false, false, false]],
    [199, [true, false, false, false, false]],
    [200, [false, true, false, false, true]],
    [299, [false, true, false, false, true]],
    [300, [false, false, true, false, true]],
    [399, [false, false, true, false, true]],
    [400, [false, false, false, true, true]],
    [499, [false, false, false, true, true]],
    [500, [false, false, false, false, false]],
  ])('%i stands in its range, to the last code of it', (code, hits) => {
    const ranges = [isApproved, isIssuerDecline, isGatewayDecline, isProcessorError, isDeclined];
    expect(ranges.map((range) => range(code))).toEqual(hits);
  });

  it('outside the table read as their range does', () => {
    expect(explainCode(421)).toMatch(/^The processor could not be reached/);
    expect([199, 299, 399, 499].map(explainCode)).toEqual([100, 200, 300, 400].map(explainCode));
    for (const code of [1, 50, 98, 500, 900, -1, -150]) {
      expect([responseText(code), responseLabel(code)]).toEqual(['unknown', 'unknown']);
      expect(explainCode(code)).toBe(explainCode(0));
    }
    expect(responseText(263)).toBe('declined');
    expect(responseText(461)).toBe('transaction error returned by processor');
    expect(explainCode(399)).toBe(explainCode(300));
    expect(responseText(7)).toBe('unknown');
  });

  it.each([
    [1, [204, 221, 222, 250, 251, 252, 253, 261, 262]],
    [2, [202, 203, 421]],
    [3, [205, 223, 225, 226]],
    [4, [200, 201, 220, 240]],
    [null, [0, 99, 100, 110, 301, 400, 410]],
  ])('decline in category %s: %j', (category, codes) => {
    expect(codes.map(declineCategory)).toEqual(codes.map(() => category));
  });
});

describe('letters', () => {
  it('of AVS are the published ones, once each', () => {
    const codes = avs_letters.map(({ code }) => code).join('');
    expect([...codes].sort().join('')).toBe('0ABCDEFGIMNPRSTUWXYZ');
    const matches = (code: string) => [avsLetter(code)?.street, avsLetter(code)?.postal];
    for (const code of 'YXMDF') expect(matches(code)).toEqual(['match', 'match']);
    for (const code of 'ZWP') expect(matches(code)[1]).toBe('match');
    expect(matches('A')).toEqual(['match', 'no_match']);
    expect(matches('N')).toEqual(['no_match', 'no_match']);
    for (const code of 'URSGI0E') expect(matches(code)).toEqual(['unknown', 'unknown']);
  });

  it('of CVV are the published ones, and a letter without words shows itself', () => {
    expect(cvv_letters.map(({ code }) => code).join('')).toBe('MNUSIP');
    expect(cvvMeaning('M')).toBe('Security code matches');
    expect([avsMeaning(''), avsMeaning('K'), cvvMeaning('D')]).toEqual(['', 'K', 'D']);
  });
});
