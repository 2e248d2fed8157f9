// Limits of images: which are refused, and how large the cropper shows them.
import { expect, it } from 'vitest';
import { fitInside, isImageType, sizeProblem } from './image-files.ts';

const limit = { width: 1000, height: 1000 };

it('refuses an image that is too wide or too high, in the words of the specification', () => {
  const words = 'The uploaded image must must not be larger than 1000x1000 pixels.';
  expect(sizeProblem({ width: 1001, height: 900 }, limit)).toBe(words);
  expect(sizeProblem({ width: 900, height: 1001 }, limit)).toBe(words);
  expect(sizeProblem({ width: 1000, height: 1000 }, limit)).toBe('');
});

it('shows a large source with a long side of 1024, and leaves a small one', () => {
  expect(fitInside({ width: 4000, height: 3000 }, 1024)).toEqual({ width: 1024, height: 768 });
  expect(fitInside({ width: 300, height: 200 }, 1024)).toEqual({ width: 300, height: 200 });
});

it('takes png, gif and jpeg alone', () => {
  expect(['image/png', 'image/gif', 'image/jpeg'].every(isImageType)).toBe(true);
  expect(['image/webp', 'image/svg+xml', 'application/pdf', ''].some(isImageType)).toBe(false);
});
