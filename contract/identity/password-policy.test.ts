// The rule of passwords: the specification's pattern, the least length, and words that are guessed.
import { describe, expect, test } from 'vitest';
import { min_password_length, passwordProblem, passwordRule } from './password-policy.ts';

const { other, production } = min_password_length;

describe('a password (spec 1 §5)', () => {
  test('passes with eight characters, one of each kind', () => {
    expect(passwordProblem('Abcdef1!', other)).toBe('');
  });

  test.each(['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef1?'])(
    'is refused with the rule for %s',
    (password) => expect(passwordProblem(password, other)).toBe(passwordRule(other)),
  );

  test('needs the least length of the installation, which the rule names', () => {
    expect(passwordProblem('Abcdef1!', production)).toContain('at least 12 characters');
    expect(passwordRule(production)).toMatch(/^At least 12 characters/);
    expect(passwordProblem('Abcdefghij1!', production)).toBe('');
  });

  test('has 128 characters at most', () => {
    expect(passwordProblem('Abc1!'.padEnd(128, 'x'), other)).toBe('');
    expect(passwordProblem('Abc1!'.padEnd(129, 'x'), other)).toContain('128');
  });

  test('is no decorated common word, and none of its owner’s', () => {
    expect(passwordProblem('P@ssw0rd1!', other)).toContain('easy to guess');
    expect(passwordProblem('Harbor12!', other, ['harbor_clerk'])).toContain('easy to guess');
    expect(passwordProblem('Clerk123!', other, ['harbor_clerk'])).toContain('easy to guess');
    expect(passwordProblem('Harbor12!', other, ['pier'])).toBe('');
    expect(passwordProblem('12!!Harbor99', other, ['x--harbor..clerk'])).toContain('easy to guess');
    expect(passwordProblem('Pier1234!!', other, ['The Pier'])).toContain('easy to guess');
    // Words of three letters are too many to be one's own.
    expect(passwordProblem('Bob12345!', other, ['bob@example.com'])).toBe('');
    expect(passwordProblem('Aa1!2345', other, ['a1!'])).toBe('');
  });
});
