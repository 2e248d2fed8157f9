// The parts around a list's rows: bulk runs and rows that were just created.
import { expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';

stubBrowser();
const { ApiError } = await import('../../api.ts');
const { runEach } = await import('./bulk/bulk-run.ts');
const { newerText: newerWords } = await import('./newest.ts');
const { showsNewest } = await import('./newest.ts');
const { created_rows, createdIn, listKey, rememberCreated } = await import('./list-created.ts');
const { session } = await import('../../session/session.ts');

const never = () => false;

test('rows are done one after the other; a refusal does not stop the rest', async () => {
  let running = 0;
  const most: number[] = [];
  const outcomes = await runEach(
    [1, 2, 3],
    async (row) => {
      most.push(++running);
      await Promise.resolve();
      running -= 1;
      if (row === 2) throw new ApiError('It is settled.', 400, 'an-error-id');
      return `Row ${row}`;
    },
    () => undefined,
    never,
  );
  expect(most).toEqual([1, 1, 1]);
  expect(outcomes).toEqual([
    { state: 'done', text: 'Row 1', error_id: '' },
    { state: 'failed', text: 'It is settled.', error_id: 'an-error-id' },
    { state: 'done', text: 'Row 3', error_id: '' },
  ]);
});

test('whoever stops a run lets the row that is being done finish, and no other begin', async () => {
  let stopped = false;
  const run = vi.fn(async () => {
    stopped = true;
    return 'Done';
  });
  const outcomes = await runEach(
    ['a', 'b'],
    run,
    () => undefined,
    () => stopped,
  );
  expect(run).toHaveBeenCalledTimes(1);
  expect(outcomes.map(({ state }) => state)).toEqual(['done', 'left']);
});

test.each([401, 0])(
  'nothing more is tried once the session or the server is gone: %s',
  async (status) => {
    const run = vi.fn(async () => {
      throw new ApiError('gone', status);
    });
    const outcomes = await runEach(['a', 'b', 'c'], run, () => undefined, never);
    expect(run).toHaveBeenCalledTimes(1);
    expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'left', 'left']);
  },
);

test('a row just made belongs to its list, for ten minutes and one session', () => {
  const [mine, other] = [listKey('/things', { id: '1' }), listKey('/things', { id: '2' })];
  rememberCreated(mine, { id: 'a' }, 0);
  rememberCreated(mine, { id: 'b' }, 1_000);
  const rows = (list: string, now: number) => createdIn(list, created_rows.get(), now);
  expect(rows(mine, 2_000)).toEqual([{ id: 'b' }, { id: 'a' }]);
  expect(rows(other, 2_000)).toEqual([]);
  expect(rows(mine, 600_500)).toEqual([{ id: 'b' }]);
  session.set(null);
  expect(created_rows.get()).toEqual([]);
});

test('rows that came stand before all shown; one that left, or changed, is not new', () => {
  const words = (newest: string | null, shown: string) =>
    newerWords(newest === null ? null : [...newest], [...shown], (row) => row);
  expect(words('edcba', 'cba')).toBe('2 new');
  expect(words('cba', 'cba')).toBe('');
  expect(words('ba', 'cba')).toBe('');
  expect(words('edc', 'baz')).toBe('3+ new');
  expect(words('a', '')).toBe('1 new');
  expect(words('', 'a')).toBe('');
  expect(words(null, 'a')).toBe('');
});

test('only page 1 by newest is looked at again', () => {
  const by = (field: string, direction: 'asc' | 'desc', page = 1) =>
    showsNewest({ page, sort: { field, direction } }, 'batch_date');
  expect([by('created_at', 'desc'), by('batch_date', 'desc')]).toEqual([true, true]);
  expect([by('created_at', 'asc'), by('amount', 'desc')]).toEqual([false, false]);
  expect(by('created_at', 'desc', 2)).toBe(false);
  expect(showsNewest({ page: 1, sort: null })).toBe(false);
});
