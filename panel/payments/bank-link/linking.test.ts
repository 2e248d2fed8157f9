// The words and the model of a bank link.
import { expect, it } from 'vitest';
import { ApiError } from '../../api.ts';
import {
  accountName,
  accountNumber,
  balanceText,
  chosenModel,
  relinkIn,
  remainingMs,
} from './linking.ts';

const account = {
  account_id: 'acc',
  ref_id: 'ref_x',
  name: 'Checking',
  subtype: 'checking',
  official_name: 'Gold Standard Checking',
  mask: '0000',
  available_balance: 10_000,
  current_balance: null,
  currency: 'usd',
} as const;

it('an account is named as its bank does, with its last digits and balances', () => {
  expect(accountName(account)).toBe('Gold Standard Checking');
  expect(accountName({ ...account, official_name: '' })).toBe('Checking');
  expect(accountName({ ...account, official_name: '', name: '' })).toBe('Bank account');
  expect(accountNumber(account)).toBe('Checking •••• 0000');
  expect(accountNumber({ ...account, subtype: 'savings', mask: '' })).toBe('Savings');
  expect(balanceText(account.available_balance, 'usd')).toBe('$100.00');
  expect(balanceText(0, 'usd')).toBe('$0.00');
  expect(balanceText(account.current_balance, '')).toBe('Not available');
});

it('the chosen account is the model of a bank link, and nothing else of it', () => {
  expect(chosenModel(account)).toEqual({ account_id: 'acc', ref_id: 'ref_x' });
});

it('a bank that asks again gives a handle; any other failure gives none', () => {
  expect(relinkIn(new ApiError('again', 400, '', { relink: 'relink_1' }))).toBe('relink_1');
  for (const data of [undefined, null, {}, { relink: 7 }, { invalid: [] }]) {
    expect(relinkIn(new ApiError('no', 400, '', data))).toBe('');
  }
  expect(relinkIn(new Error('x'))).toBe('');
});

it('a link is counted down in business time, never below zero', () => {
  const now = new Date('2026-11-28T10:00:00Z');
  expect(remainingMs('2026-11-28T10:30:00Z', now)).toBe(1_800_000);
  expect(remainingMs('2026-11-28T09:00:00Z', now)).toBe(0);
});
