// What a chart says in words, and where it leaves gaps.
import { expect, test } from 'vitest';
import {
  type ChartPlot,
  colourOf,
  endsOf,
  labelStep,
  percentText,
  plotPlaces,
  pointText,
  unbroken,
} from './chart-data.ts';

const plot: ChartPlot = {
  key: 'captured',
  label: 'Captured',
  shape: 'bars',
  values: [200, null, 0],
  text: (value) => `$${value}`,
  tick: String,
  height: 100,
};
const points = ['Monday', 'Tuesday', 'Wednesday'].map((label) => ({
  key: label,
  label,
  tick: label.slice(0, 3),
}));

test('a day in words has every series, and a dash where nothing was measured', () => {
  const payments = { key: 'count', label: 'Payments', values: [3, 0, 0], text: String };
  const data = { points, plots: [plot], beside: [payments] };
  expect(pointText(data, 0)).toBe('Monday: Captured $200, Payments 3');
  expect(pointText(data, 1)).toBe('Tuesday: Captured –, Payments 0');
});

test('a line is not drawn over a day without a value', () => {
  expect(unbroken([null, 1, 2, null, null, 3, null])).toEqual([[1, 2], [5]]);
  expect(unbroken([null, null])).toEqual([]);
});

test('an axis begins at 0 and has a length even when nothing happened', () => {
  expect(endsOf(plot)).toEqual([0, 200]);
  expect(endsOf({ ...plot, values: [0, 0, null] })).toEqual([0, 1]);
  expect(endsOf({ ...plot, ends: [80, 100] })).toEqual([80, 100]);
});

test('days are named as often as their names fit', () => {
  expect([labelStep(14, 784), labelStep(14, 392), labelStep(90, 300)]).toEqual([1, 2, 17]);
});

test('a later plot stands below the days and its own name', () => {
  const { tops, height } = plotPlaces([plot, plot]);
  expect(tops[1]).toBeGreaterThan((tops[0] ?? 0) + plot.height);
  expect(height).toBeGreaterThan((tops[1] ?? 0) + plot.height);
});

test('what is beyond four colours is gray', () => {
  expect([0, 1, 2, 3, 4, 5].map(colourOf)).toEqual([1, 2, 3, 4, 0, 0]);
});

test('a share of nothing is no percentage', () => {
  expect([percentText(1, 3), percentText(0, 0)]).toEqual(['33.3%', '–']);
});
