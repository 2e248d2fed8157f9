// What counts as a JSON object of a processor.
import { expect, it } from 'vitest';
import { readObject } from './wire-answer.ts';

it('a body is read where it is an object, and nothing else', () => {
  expect(readObject('{"code":"00"}')).toEqual({ code: '00' });
  for (const body of ['5', '"00"', 'null', '[{}]', '{', '']) expect(readObject(body)).toBeNull();
});
