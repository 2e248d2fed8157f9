// How a request trace says whose delay it was.
import { expect, it } from 'vitest';
import type { RequestTrace } from '../../contract/platform/request-trace.ts';
import { durationText } from './trace-parts.tsx';

it('the processor’s part of the time is named where there is one', () => {
  const took = (duration_ms: number, processor_ms: number) =>
    durationText({ duration_ms, processor_ms } as NonNullable<RequestTrace['request']>);
  expect(took(812, 640)).toBe('812 ms (640 ms at the processor)');
  expect(took(12, 0)).toBe('12 ms');
});
