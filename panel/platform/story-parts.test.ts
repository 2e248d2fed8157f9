// How a story says whose delay it was.
import { expect, it } from 'vitest';
import type { StoryRecord } from '../../contract/platform/story.ts';
import { tookWords } from './story-parts.tsx';

it('the processor’s part of the time is named where there is one', () => {
  const took = (duration_ms: number, processor_ms: number) =>
    tookWords({ duration_ms, processor_ms } as NonNullable<StoryRecord['request']>);
  expect(took(812, 640)).toBe('812 ms, 640 of them at the processor');
  expect(took(12, 0)).toBe('12 ms');
});
