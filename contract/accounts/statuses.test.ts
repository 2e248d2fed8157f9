// Which status an account may go to, who moves it there, and how a status is spelled (Q4).
import { describe, expect, it } from 'vitest';
import { account_statuses, account_types } from '../access/access.ts';
import { accountStatus, movesFrom, statusMove } from './statuses.ts';

describe('the status of an account', () => {
  it('moves along five ways and no other', () => {
    const ways = account_statuses.flatMap((from) =>
      account_statuses.map((to) => [from, to, statusMove(from, to)?.label ?? null]),
    );
    expect(ways.filter(([, , label]) => label !== null)).toEqual([
      ['active', 'disabled', 'Disable'],
      ['active', 'closed', 'Close'],
      ['disabled', 'active', 'Enable'],
      ['disabled', 'closed', 'Close'],
      ['closed', 'disabled', 'Reopen as disabled'],
    ]);
    expect(statusMove('closed', 'active')).toBeNull();
  });

  it('is closed and reopened by the office alone, and never moved by a merchant', () => {
    const offered = account_types.map((type) =>
      account_statuses.map((from) => movesFrom(from, type).map(({ to }) => to)),
    );
    expect(offered).toEqual([
      [['disabled', 'closed'], ['active', 'closed'], ['disabled']],
      [['disabled'], ['active'], []],
      [[], [], []],
    ]);
  });

  it('is read in either spelling', () => {
    const spelled = ['active', 'enable', 'enabled', 'disable', 'disabled', 'close', 'closed'];
    expect(spelled.map(accountStatus)).toEqual([
      ...['active', 'active', 'active', 'disabled', 'disabled', 'closed', 'closed'],
    ]);
    expect(['', 'Active', 'open'].map(accountStatus)).toEqual([null, null, null]);
  });
});
