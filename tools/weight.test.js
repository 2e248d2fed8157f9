// What `npm run weight` makes of a panel's chunks: the forecast, and which shared one is too heavy.
import { expect, it } from 'vitest';
import { circular, forecastOf, overweight } from './weight.js';

const chunks = [
  { name: 'react', kb: 90, is_room: false },
  { name: 'users', kb: 12, is_room: true },
  { name: 'roles', kb: 8, is_room: true },
];

it('forecasts the panel from what a noun of today weighs', () => {
  expect(forecastOf(chunks, 2, 10)).toEqual({ today: 110, a_noun: 10, complete: 210 });
});

it('names a shared chunk that is too heavy, and a limit without a chunk', () => {
  expect(overweight(chunks, { react: 90 })).toEqual([]);
  expect(overweight(chunks, { react: 89, query: 10 })).toEqual([
    'react weighs 90.0 KB gz, more than 89',
    'no chunk of the panel is called query',
  ]);
});

it('takes the heaviest of two chunks of one name', () => {
  const twice = [...chunks, { name: 'react', kb: 95, is_room: false }];
  expect(overweight(twice, { react: 94 })).toHaveLength(1);
});

it('names chunks that wait for each other, and none that only lead to them', () => {
  const imports = [
    ['page', ['list', 'react']],
    ['list', ['form']],
    ['form', ['list', 'react']],
    ['react', []],
  ];
  expect(circular(imports)).toEqual(['list', 'form']);
  expect(circular(imports.slice(0, 2))).toEqual([]);
});
