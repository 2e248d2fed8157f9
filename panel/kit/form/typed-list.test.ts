// Lists as they are typed, with commas.
import { expect, test } from 'vitest';
import { listOf, listText } from './typed-list.ts';

test('a list is what stands between the commas', () => {
  expect(listOf(' CO ,ME,')).toEqual(['CO', 'ME']);
  expect(listOf(', ,')).toEqual([]);
  expect(listOf('')).toEqual([]);
  expect(listOf(listText(['CO', 'ME']))).toEqual(['CO', 'ME']);
});
