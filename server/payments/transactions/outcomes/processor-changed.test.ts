// A request whose processor changes under it begins again, a few times and no more.
import { expect, it } from 'vitest';
import type { Context } from '../../../context.ts';
import { orProcessorChanged, ProcessorChanged, withCurrentSettings } from './processor-changed.ts';

const merchant_id = 'm1';

/** Work that fails with these errors in turn, and what was read from anew between its tries. */
async function worked(...errors: Error[]) {
  const cached = new Map([[merchant_id, 'read before']]);
  const context = { merchant_config_cache: cached } as unknown as Context;
  const seen: boolean[] = [];
  const work = async () => {
    seen.push(cached.has(merchant_id));
    const error = errors[seen.length - 1];
    if (error) throw error;
    return 'done';
  };
  const ended = await withCurrentSettings(context, merchant_id, work).catch(
    (error: Error) => error.message,
  );
  return { ended, seen };
}

it('begins again with settings that are read anew', async () => {
  expect(await worked()).toEqual({ ended: 'done', seen: [true] });
  const twice = [new ProcessorChanged(), new ProcessorChanged()];
  expect(await worked(...twice)).toEqual({ ended: 'done', seen: [true, false, false] });
});

it('gives up in words after the third change, and at once on any other error', async () => {
  const always = [1, 2, 3].map(() => new ProcessorChanged());
  expect(await worked(...always)).toEqual({
    ended: 'The settings of this processor are being changed. Try again in a moment.',
    seen: [true, false, false],
  });
  expect(await worked(new Error('other'))).toEqual({ ended: 'other', seen: [true] });
});

it('passes on an error of a commit that is not the guard’s', async () => {
  await expect(orProcessorChanged(Promise.reject(new Error('other')))).rejects.toThrow('other');
  expect(await orProcessorChanged(Promise.resolve(1))).toBe(1);
});
