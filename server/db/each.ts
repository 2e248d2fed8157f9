// Work in parts, each by itself: a part that fails is told as an alert, and those behind it go on.
import type { Context } from '../context.ts';
import { isDatabaseUnavailable } from './connections/connection-errors.ts';

interface Parts<T> {
  parts: readonly T[];
  work(part: T): Promise<unknown>;
  /** By which the entry in the log is found. */
  alert: string;
  sentence: string;
  /** Which part it was. */
  about(part: T): object;
}

/** Gives what failed. A database that is away is thrown: it would fail all the others too. */
export async function tryEach<T>(context: Context, each: Parts<T>): Promise<unknown[]> {
  const { parts, work, alert, sentence, about } = each;
  const failed: unknown[] = [];
  for (const part of parts) {
    try {
      await work(part);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      failed.push(error);
      context.log.error({ err: error, alert, ...about(part) }, sentence);
    }
  }
  return failed;
}

/** As `tryEach`, and behind the last part throws the first failure: a job is then run again. */
export async function doEach<T>(context: Context, each: Parts<T>): Promise<void> {
  const failed = await tryEach(context, each);
  if (failed.length > 0) throw failed[0];
}

/** The same for what a statement names merchants by; `alert` says what was not done. */
export async function forEachMerchant<T extends { merchant_id: string }>(
  context: Context,
  alert: string,
  parts: readonly T[],
  work: (part: T) => Promise<unknown>,
): Promise<void> {
  await doEach(context, {
    parts,
    work,
    alert,
    sentence: 'work for an account failed',
    about: ({ merchant_id }) => ({ merchant_id }),
  });
}
