// A fee that was asked for before another, and answered after it, replaces nothing.
import { expect, it } from 'vitest';
import { newestOf } from './newest.ts';

it('drops an answer that a later call has overtaken', async () => {
  const waiting: ((fee: number) => void)[] = [];
  const ask = newestOf((_state: string) => new Promise<number>((done) => waiting.push(done)));
  const [before, after] = [ask('IL'), ask('CO')];
  waiting[1]?.(2);
  expect(await after).toBe(2);
  waiting[0]?.(1);
  expect(await before).toBeNull();
  const alone = ask('CO');
  waiting[2]?.(3);
  expect(await alone).toBe(3);
});
