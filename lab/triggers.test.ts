// The trigger numbers of the gateway's test data and of the 4000 00AA family, without a process.
import { describe, expect, it } from 'vitest';
import { avsLetter, cardTrigger, cvvLetter, inheritedFault, luhn } from './triggers.ts';

const family: [string, string, object][] = [
  ['do not honor', '4000001000000059', { do: 'decline', code: '05' }],
  ['insufficient funds', '4000001000000513', { do: 'decline', code: '51' }],
  ['expired', '4000001000000547', { do: 'decline', code: '54' }],
  ['lost', '4000001000000414', { do: 'decline', code: '41' }],
  ['issuer down', '4000001000000919', { do: 'decline', code: '91' }],
  ['partial 60 %', '4000005000000605', { do: 'partial', percent: 60 }],
  ['prepaid $25', '4000005100000257', { do: 'prepaid', balance: 2500 }],
];

const faults: [string, object][] = [
  ['4000004000000004', { do: 'drop_after_commit', ms: 0 }],
  ['4000004100000003', { do: 'drop_before_commit' }],
  ['4000004200000002', { do: 'hang_committed' }],
  ['4000004300000001', { do: 'hang_not_committed' }],
  ['4000004400000000', { do: 'http_502_committed' }],
  ['4000004500000009', { do: 'garbage_committed' }],
  ['4000004600000305', { do: 'late_inquiry', seconds: 30 }],
  ['4000004700000007', { do: 'drop_after_commit', ms: 0 }],
  ['4000004800000006', { do: 'wrong_amount' }],
];

describe('the family 4000 00AA RRRR RRRC', () => {
  it.each(family)('decides %s', (_, number, verdict) => {
    expect(luhn(number)).toBe(true);
    expect(cardTrigger(number).verdict).toEqual(verdict);
  });

  it.each(faults)('spoils the answer of %s and of its refunds', (number, fault) => {
    expect(luhn(number)).toBe(true);
    const { trigger, fault: own } = cardTrigger(number);
    expect(own).toEqual(fault);
    expect(inheritedFault(trigger)).toEqual(fault);
  });

  it('reads letters by their index from 100 on and never declines with an approving code', () => {
    expect(cardTrigger('4000001000001008').verdict).toEqual({ do: 'decline', code: '1A' });
    expect(cardTrigger('4000001000001057').verdict).toEqual({ do: 'decline', code: 'R0' });
    expect(cardTrigger('4000001000000000').verdict).toEqual({ do: 'approve' });
  });

  it('leaves every other number alone', () => {
    const { verdict, fault, trigger } = cardTrigger('4111111111111111');
    expect([verdict.do, fault.do, trigger]).toEqual(['approve', 'none', '']);
  });
});

describe('letters', () => {
  it.each([
    ['4111111111111111', '200', 'N'],
    ['4111111111111111', '201', 'U'],
    ['4111111111111111', '301', 'S'],
    ['4111111111111111', '123', 'M'],
    ['4111111111111111', '', 'I'],
    ['378282246310005', '2000', 'N'],
    ['378282246310005', '2011', 'U'],
    ['378282246310005', '3011', 'S'],
    ['378282246310005', '2001', 'M'],
  ])('answers the CVV of %s with %s by %s', (number, cvv, letter) => {
    expect(cvvLetter(number, cvv)).toBe(letter);
  });

  it.each([
    ['1 Main St', '20000', 'N'],
    ['', '20000', 'N'],
    ['1 Main St', '20001', 'U'],
    ['1 Main St', '60601', 'Y'],
    ['', '60601', 'M'],
    ['1 Main St', '', 'A'],
    ['', '', 'I'],
    ['', '20000-1234', 'N'],
    ['1 Main St', '200001', 'Y'],
  ])('answers address "%s" and postal code "%s" with %s', (line, postal, letter) => {
    expect(avsLetter(line, postal)).toBe(letter);
  });
});
