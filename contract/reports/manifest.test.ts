// Marks of a file: of its whole lines at both ends, few, the lowest, the same each time.
import { describe, expect, it } from 'vitest';
import { marksOf } from './manifest.ts';

const line = (n: number, length = 24) => `row ${n} `.padEnd(length, 'x');
const page = (...lines: string[]) => ['head', ...lines, 'cut'].join('\n');

describe('the marks of a file', () => {
  it('are of whole lines of 24 characters or more, in order', () => {
    const marks = marksOf(page(line(1)), '');
    expect(marks).toEqual(['88ec3900cef1c74b']);
    expect(marksOf(page(line(1, 23)), '')).toEqual([]);
    const two = marksOf(page(line(1), line(2)), '');
    expect(two).toHaveLength(2);
    expect(two).toEqual([...two].sort());
    expect(marksOf('', page(line(2), line(1)))).toEqual(two);
    expect(marksOf(page(line(1)), page(line(2), line(1)))).toEqual(two);
  });

  it('leave out the heading, the line that is cut, and what every page has', () => {
    expect(marksOf(`${line(1)}\n${line(2)}`, '')).toEqual([]);
    const frame = ['<!doctype html>', '<html lang="en">', '</table>'].map((tag) => tag.padEnd(30));
    expect(marksOf(page(...frame), '')).toEqual([]);
    expect(marksOf(page('<tr>'.padEnd(30)), '')).toHaveLength(1);
  });

  it('are also of the first 60 characters, so that a change at the end leaves one', () => {
    expect(marksOf(page(line(1, 60)), '')).toHaveLength(1);
    const before = marksOf(page(line(1, 61)), '');
    const after = marksOf(page(`${line(1, 60)}y`), '');
    expect(before).toHaveLength(2);
    expect(after.filter((mark) => before.includes(mark))).toEqual(marksOf(page(line(1, 60)), ''));
  });

  it('are sixteen at most, the lowest', () => {
    const lines = Array.from({ length: 40 }, (_, n) => line(n));
    const all = lines.flatMap((one) => marksOf(page(one), '')).sort();
    expect(marksOf(page(...lines), '')).toEqual(all.slice(0, 16));
  });
});
