// Which rows stand beside a record in the list it was opened from.
import { expect, it } from 'vitest';
import { neighborsOf } from './neighbors.ts';

it('are the rows before and after it, and none at the ends or without its list', () => {
  const rows = ['/a', '/b', '/c'];
  expect(neighborsOf(rows, '/b')).toEqual({ previous: '/a', next: '/c' });
  expect(neighborsOf(rows, '/a')).toEqual({ previous: undefined, next: '/b' });
  expect(neighborsOf(rows, '/c')).toEqual({ previous: '/b', next: undefined });
  expect(neighborsOf(rows, '/d')).toEqual({ previous: undefined, next: undefined });
  expect(neighborsOf([], '/a')).toEqual({ previous: undefined, next: undefined });
});
