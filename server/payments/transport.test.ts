// Which address a processor type has: its own, another process's lab, or none in production.
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { addressOf } from './transport.ts';

const type = { key: 'tsys_sierra', sandbox_transport: 'lab' } as Parameters<typeof addressOf>[1];
const lab = 'http://127.0.0.1:4100';
const elsewhere = 'https://host.example';

const addressIn = (env: Record<string, string>) =>
  addressOf({ config: readConfig(env), lab_url: () => lab } as unknown as Context, type);
const production = { PENSTOCK_ENV: 'production', DATABASE_URL: 'postgres://x' };

it('is the lab of this process, or that of another where this one has none', () => {
  expect(addressIn({})).toBe(lab);
  const named = 'http://127.0.0.1:4200';
  expect(addressIn({ ALLOW_LAB: '0', RAIL_TSYS_SIERRA_URL: named })).toBe(named);
  expect(addressIn({ ALLOW_LAB: '0' })).toBe('');
});

it('in production leads to this machine only where somebody allows a lab', () => {
  for (const named of [lab, 'http://localhost:4100', 'http://[::1]:4100']) {
    expect(addressIn({ ...production, RAIL_TSYS_SIERRA_URL: named })).toBe('');
    expect(addressIn({ ...production, ALLOW_LAB: '1', RAIL_TSYS_SIERRA_URL: named })).toBe(named);
  }
  expect(addressIn({ ...production, RAIL_TSYS_SIERRA_URL: elsewhere })).toBe(elsewhere);
  expect(addressIn(production)).toBe('');
});
