// The database's share of the machine's memory.
import { expect, it } from 'vitest';
import { memorySettings } from './embedded-settings.ts';

const gb = 2 ** 30;

it.each([
  [0, '128MB', '512MB'],
  [1 * gb, '128MB', '512MB'],
  [2 * gb, '256MB', '1024MB'],
  [4 * gb, '512MB', '2048MB'],
  [24 * gb, '1024MB', '12288MB'],
])('of %d bytes', (bytes, shared_buffers, effective_cache_size) => {
  expect(memorySettings(bytes)).toEqual({ shared_buffers, effective_cache_size });
});
