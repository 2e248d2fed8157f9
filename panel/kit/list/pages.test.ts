// Which pages a pager shows.
import { expect, test } from 'vitest';
import { pageCount, shownPages } from './pages.ts';

test('a range of three and one page at each margin', () => {
  expect(shownPages(1, 5)).toEqual([1, 2, 3, null, 5]);
  expect(shownPages(6, 19)).toEqual([1, null, 5, 6, 7, null, 19]);
  expect(shownPages(19, 19)).toEqual([1, null, 17, 18, 19]);
});

test('a gap hides at least one page', () => {
  expect(shownPages(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(shownPages(2, 4)).toEqual([1, 2, 3, 4]);
});

test('a single page is a page', () => {
  expect(shownPages(1, pageCount(0, 10))).toEqual([1]);
  expect(pageCount(11, 10)).toBe(2);
});
