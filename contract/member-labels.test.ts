// The label of a member, whatever its schema lets in beside the value itself.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { described } from './field-meta.ts';
import { blankable } from './fields.ts';
import { layersOf } from './member-labels.ts';

it('stands behind blanks, absence and defaults', () => {
  const name = described(z.string(), { label: 'Full name' });
  for (const wrapped of [blankable(name), name.optional(), blankable(name).default('')]) {
    expect(layersOf(wrapped)).toContain(name);
  }
  const either = z.union([z.literal(''), name]);
  expect(layersOf(either)).toEqual([either, name]);
});
