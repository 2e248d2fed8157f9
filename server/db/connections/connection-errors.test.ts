// Which errors mean that the database is away, and which of them leave open what it has done.
import { expect, test } from 'vitest';
import { violatedConstraint } from '../database.ts';
import { isConnectionLost, isDatabaseUnavailable } from './connection-errors.ts';
import { isRetryable, isStalePlan } from './retries.ts';

const coded = (code: string) => Object.assign(new Error('it failed'), { code });

const lost = [
  ...['08000', '08006', '57P01', '57P02', '57P03', '57P05'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
].map(coded);
const reported = [
  'Connection terminated unexpectedly',
  'Connection ended',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
].map((words) => new Error(words));
const full = ['53100', '53200', '53300', '53400', '58030', '25006'].map(coded);
const standby = Object.assign(new Error('cannot set transaction read-write mode during recovery'), {
  code: '0A000',
});
const defects = [
  ...['23505', '42P01', '40001', '0A000', '0853', '0800', '080000', 'EACCES', ''].map(coded),
  new Error('the Connection ended'),
  { code: '08006', message: 'Connection ended' },
  undefined,
];

test.each([...lost, ...reported])('%s: nobody knows what was done', (error) => {
  expect([isDatabaseUnavailable(error), isConnectionLost(error)]).toEqual([true, true]);
});
test.each([...full, standby])('%s: away, and nothing of it stands', (error) => {
  expect([isDatabaseUnavailable(error), isConnectionLost(error)]).toEqual([true, false]);
});
test.each(defects)('%s: a defect', (error) => {
  expect([isDatabaseUnavailable(error), isConnectionLost(error)]).toEqual([false, false]);
});

test('a standby has no stale plan', () => {
  expect([isRetryable(standby), isStalePlan(standby)]).toEqual([false, false]);
});

test.each([
  ['40001', true, false],
  ['40P01', true, false],
  ['55P03', true, false],
  ['0A000', true, true],
  ['23505', false, false],
])('%s may stand the next time: %s, planned anew: %s', (code, retryable, stale) => {
  expect([isRetryable({ code }), isStalePlan({ code })]).toEqual([retryable, stale]);
});

test.each<[unknown, string]>([
  [{ code: '23505', constraint: 'user_key' }, 'user_key'],
  [{ code: '23514', constraint: 'amount_check' }, 'amount_check'],
  [{ code: '22003', constraint: 'amount_check' }, ''],
  [{ code: '23502' }, ''],
  ['23505', ''],
  [null, ''],
])('the constraint of %j is %j', (error, name) => {
  expect(violatedConstraint(error)).toBe(name);
});
