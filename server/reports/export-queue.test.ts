// Whose export is written next.
import { expect, it } from 'vitest';
import { makeExportQueue, takeNext } from './export-queue.ts';

it('accounts take turns, each in the order of its requests', () => {
  const queue = makeExportQueue();
  const request = (...ids: string[]) => {
    for (const id of ids) queue.waiting.push({ merchant_id: id.charAt(0), id });
  };
  const taken = (count: number) => Array.from({ length: count }, () => takeNext(queue)?.id);
  request('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
  expect(taken(3)).toEqual(['a1', 'b1', 'c1']);
  request('d1', 'a4');
  expect(taken(5)).toEqual(['d1', 'a2', 'b2', 'a3', 'a4']);
  expect(taken(1)).toEqual([undefined]);
  expect(queue.turns.size).toBe(0);
});
