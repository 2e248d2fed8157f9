// What clients read as the number of a batch.
import { expect, it } from 'vitest';
import { numberOfBatch } from './batch-events.ts';

it.each([
  ['4', 4],
  ['000123', 123],
  ['', 0],
  ['A17', 0],
  ['-3', 0],
  ['12.5', 0],
  ['0123456789abcdefghij', 0],
  ['99999999999999999999', 0],
])('%j is an integer where it is one, and stays as it came', (known_by, batch_number) => {
  expect(numberOfBatch(known_by)).toEqual({ batch_number, reference: known_by });
});
