// A large report goes on without its dialog: followed, announced once, dropped at sign-out.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

stubBrowser();
const { dropReport, followReport, large_report, watchReport } = await import('./large-report.ts');
const { reportNote } = await import('./export-download-button.tsx');
const { progressText } = await import('./export-download-dialog.tsx');
const { toasts } = await import('../notices.ts');
const { endSession } = await import('../session/session.ts');

const id = '1k7vib5ic2foe5c2aqf5';
const fetched = vi.fn<(url: string) => Promise<Response>>();
const found = (state: string, rows: number, failure = '') =>
  Response.json({ data: { id, state, rows, expected_rows: 62_000, progress: 50, failure } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  dropReport();
  toasts.set([]);
});
afterEach(() => vi.useRealTimers());

/** Follows the report through these answers to its end. */
async function follow(...answers: (() => Promise<Response>)[]): Promise<void> {
  for (const answer of answers) fetched.mockImplementationOnce(answer);
  const done = followReport(id, 'csv');
  await vi.advanceTimersByTimeAsync(answers.length * 1_000 + 500);
  await done;
}

describe('a large report', () => {
  it('is polled until it is ready, and then announced once', async () => {
    await follow(
      async () => found('queued', 0),
      async () => found('running', 31_000),
      async () => found('done', 62_000),
    );
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(Array(3).fill(`/api/export/${id}`));
    expect(large_report.get()).toMatchObject({ state: 'ready', rows: 62_000 });
    expect(reportNote(large_report.get())).toBe('ready');
    expect(toasts.get().map(({ message }) => message)).toEqual([
      'Your report is ready. Download it under Download or Print.',
    ]);
  });

  it('is not announced while its dialog is open', async () => {
    const leave = watchReport();
    await follow(async () => found('done', 62_000));
    leave();
    expect(toasts.get()).toEqual([]);
  });

  it('survives a look that fails, and keeps the reason of one that failed itself', async () => {
    await follow(
      async () => {
        throw new TypeError('the line is down');
      },
      async () => found('running', 100),
      async () => found('failed', 100, 'the disk is full'),
    );
    expect(large_report.get()).toMatchObject({ state: 'failed', failure: 'the disk is full' });
    expect(toasts.get()[0]?.type).toBe('warning');
  });

  it('is left alone once nobody is signed in', async () => {
    fetched.mockImplementation(async () => found('running', 1));
    const done = followReport(id, 'csv');
    await vi.advanceTimersByTimeAsync(1_500);
    endSession();
    await vi.advanceTimersByTimeAsync(2_000);
    await done;
    expect(large_report.get()).toBeNull();
    expect(fetched.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('says how far it is in rows', () => {
    const report = { rows: 31_000, expected_rows: 62_000 } as never;
    expect(progressText(report)).toBe('31,000 of about 62,000 rows');
    expect(progressText({ rows: 0, expected_rows: 0 } as never)).toBe('Queued');
  });
});
