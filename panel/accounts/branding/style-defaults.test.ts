/// <reference types="node" />
// The defaults that the form of a brand names are those that the panel has.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultOf, style_defaults } from './style-defaults.ts';
import { applied_styles } from './style-values.ts';

const css = readFileSync(path.join(import.meta.dirname, '../../style/tokens.css'), 'utf8');
const light = css.slice(0, css.indexOf('[data-mantine-color-scheme="dark"]'));

/** A token of the light scheme, whatever it is named after. */
function token(name: string): string {
  const value = new RegExp(`${name}:\\s*([^;]+);`).exec(light)?.[1]?.trim() ?? '';
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return other === undefined ? value : token(other);
}

test.each([
  ['color-primary', '--brand'],
  ['color-success', '--ok'],
  ['color-info', '--info'],
  ['color-warning', '--warn'],
  ['color-error', '--bad'],
  ['menu-bg-color', '--bg-side'],
  ['menu-item-text-color', '--ink-2'],
  ['menu-item-hover-text-color', '--ink'],
  ['menu-item-hover-bg-color', '--bg'],
  ['title-bar-bg-color', '--bg'],
  ['title-bar-text-color', '--ink'],
  ['border-radius', '--r-2'],
])('%s is %s', (style, name) => {
  expect(style_defaults[style]).toBe(token(name));
});

test('links follow the primary colour of their brand', () => {
  expect(defaultOf('color-link', {})).toBe('#026579');
  expect(defaultOf('color-link', { 'color-primary': '#135724' })).toBe('#135724');
});

test('every field says what applies while it is empty', () => {
  const names = applied_styles.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(names.filter((name) => defaultOf(name, {}) === '')).toEqual([]);
});
