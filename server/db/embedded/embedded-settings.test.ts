// What the embedded database listens to, and its share of the machine's memory.
import { expect, it } from 'vitest';
import { durableSettings, memorySettings, non_durable_settings } from './embedded-settings.ts';

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

it('is reached from this machine alone, by no socket of the file system', () => {
  const reached = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  expect(durableSettings()).toMatchObject(reached);
  expect(non_durable_settings).toMatchObject(reached);
});
