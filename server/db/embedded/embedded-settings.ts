// What the embedded PostgreSQL is started with.
import os from 'node:os';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  jit: 'off',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  // Files of the log that are kept to be used again: to make one stops every commit for 50 ms.
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // Whole pages after a checkpoint are most of what a payment writes ahead.
  wal_compression: 'on',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

const mb = 1_048_576;

/**
 * A part of the machine's memory, in bytes: pages that do not fit are copied from the system's
 * cache at each reading, which doubles the price of counting far into a list of ten million.
 */
export function memorySettings(bytes: number): Record<string, string> {
  const shared = Math.min(1_024, Math.max(128, Math.floor(bytes / mb / 8)));
  const cached = Math.max(512, Math.floor(bytes / mb / 2));
  return { shared_buffers: `${shared}MB`, effective_cache_size: `${cached}MB` };
}

/** What the machine has, or the container where that is less. */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

export function durableSettings(): Record<string, string> {
  return { ...settings, ...memorySettings(memoryHere()) };
}

/** The price of a crash is a lost cluster, which a test makes anew anyway. */
export const non_durable_settings: Record<string, string> = {
  ...settings,
  ...memorySettings(0),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
