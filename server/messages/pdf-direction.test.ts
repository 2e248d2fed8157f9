// Words that are read from the right, as a writer from the left is given them.
import { expect, it } from 'vitest';
import { isMixedDirection, toVisualOrder } from './pdf-direction.ts';

it('leaves text that is read from the left as it is', () => {
  expect(toVisualOrder('Café Łódź 7')).toBe('Café Łódź 7');
});

it('keeps a sentence from the right one run, so that its words stand in their order', () => {
  expect(toVisualOrder('בית קפה הנמל')).toBe('בית\u00a0קפה\u00a0הנמל');
});

it('sets what follows such a run apart from it', () => {
  expect(toVisualOrder('Cafe בית קפה Harbor 7')).toBe('Cafe בית\u00a0קפה  Harbor 7');
});

it('lets a sentence with figures inside begin at its right end', () => {
  expect(toVisualOrder('רחוב 7 חיפה')).toBe('חיפה  7 רחוב');
  expect(toVisualOrder('רחוב 7')).toBe('רחוב  7');
});

it('knows a word that goes both ways', () => {
  expect(['בית', 'abc1', 'בית7', 'xבית'].map(isMixedDirection)).toEqual([false, false, true, true]);
});
