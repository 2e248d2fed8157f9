// Settings: defaults, what is understood, and what production refuses to start with.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bankLinkOf, productionFaults, readConfig } from './config.ts';

describe('settings', () => {
  it('have defaults that make a sandbox on this machine alone', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      environment: 'sandbox',
      host: '127.0.0.1',
      port: 8080,
      public_url: '',
      trust_proxy: '',
      data_dir: path.resolve('data'),
      database_url: '',
      seed: 'demo',
      lab_control: true,
      allow_lab: true,
    });
    expect(config.key_file).toBe(path.resolve('data/keys/master.key'));
    expect(config.has_own_key_file).toBe(false);
  });

  it('read empty variables as absent, and take the slash off the public address', () => {
    const config = readConfig({ PORT: '', PENSTOCK_ENV: '', PUBLIC_URL: 'https://pay.test//' });
    expect([config.port, config.environment, config.public_url]).toEqual([
      8080,
      'sandbox',
      'https://pay.test',
    ]);
  });

  it('find the address of a processor by its type', () => {
    const config = readConfig({ RAIL_TSYS_SIERRA_URL: 'http://127.0.0.1:9' });
    expect(config.railUrl('tsys_sierra')).toBe('http://127.0.0.1:9');
    expect(config.railUrl('house_ach')).toBe('');
  });

  it('that cannot be understood stop the start with a sentence', () => {
    expect(() => readConfig({ PENSTOCK_ENV: 'prod' })).toThrow('PENSTOCK_ENV must be');
    expect(() => readConfig({ PENSTOCK_SEED: 'yes' })).toThrow('PENSTOCK_SEED must be');
    for (const PORT of ['x', '-1', '1.5']) {
      expect(() => readConfig({ PORT })).toThrow('PORT must be a whole number');
    }
    for (const [value, sentence] of [
      ['much', 'SECOND_PERSON_AMOUNT must be a whole number'],
      ['1000,jpy:much', 'SECOND_PERSON_AMOUNT must be a whole number'],
      ['1000,yen:150000', 'SECOND_PERSON_AMOUNT: yen is not a currency.'],
    ] as const) {
      expect(() => readConfig({ SECOND_PERSON_AMOUNT: value })).toThrow(sentence);
    }
  });
});

describe('production', () => {
  const production = { PENSTOCK_ENV: 'production' };

  it('seeds nothing and has no lab unless it is requested', () => {
    const config = readConfig(production);
    expect([config.seed, config.lab_control, config.allow_lab]).toEqual(['none', false, false]);
    expect(readConfig({ ...production, ALLOW_LAB: '1' }).allow_lab).toBe(true);
  });

  it('wants its own key and its own database, and no demo accounts', () => {
    const faults = (more: NodeJS.ProcessEnv) =>
      productionFaults(readConfig({ ...production, ...more }));
    const good = { KEY_FILE: '/keys/k', DATABASE_URL: 'postgres://db/penstock' };
    expect(faults(good)).toEqual([]);
    expect(faults({ ...good, KEY_FILE: '' }).join()).toContain('KEY_FILE');
    expect(faults({ ...good, DATABASE_URL: '' }).join()).toContain('ALLOW_EMBEDDED_DATABASE');
    expect(faults({ KEY_FILE: '/keys/k', ALLOW_EMBEDDED_DATABASE: '1' })).toEqual([]);
    expect(faults({ ...good, PENSTOCK_SEED: 'demo' }).join()).toContain('demo accounts');
  });

  it('is the only environment with such demands', () => {
    expect(productionFaults(readConfig({ PENSTOCK_ENV: 'dev' }))).toEqual([]);
  });
});

describe('the bot check and second factors', () => {
  const site = { TURNSTILE_SITE_KEY: '1x00AA', TURNSTILE_CART_SITE_KEY: '1x00BB' };

  it('keys of Turnstile go together, and may not write into a page', () => {
    expect(readConfig({}).turnstile).toBeNull();
    expect(readConfig({ ...site, TURNSTILE_SECRET: 's' }).turnstile?.site_key).toBe('1x00AA');
    expect(() => readConfig(site)).toThrow(/go together/);
    const evil = { ...site, TURNSTILE_SECRET: 's', TURNSTILE_SITE_KEY: '"><script>' };
    expect(() => readConfig(evil)).toThrow(/letters, digits/);
  });

  it('production always asks offices and partners for a second factor', () => {
    const production = { PENSTOCK_ENV: 'production' };
    expect(readConfig({}).two_factor_for).toEqual([]);
    expect(readConfig(production).two_factor_for).toEqual(['admin', 'partner']);
    const more = readConfig({ ...production, TWO_FACTOR_FOR: 'merchant' }).two_factor_for;
    expect(more).toEqual(['admin', 'partner', 'merchant']);
    expect(() => readConfig({ TWO_FACTOR_FOR: 'everybody' })).toThrow(/may name/);
  });
});

describe('the provider of bank links', () => {
  const env = { PLAID_CLIENT_ID: 'c', PLAID_SECRET: 's' };
  const production = { PENSTOCK_ENV: 'production' };

  it('has an address of its own for each environment, and is named whole or not at all', () => {
    expect(readConfig({}).plaid).toBeNull();
    expect(readConfig(env).plaid).toEqual({
      client_id: 'c',
      secret: 's',
      base_url: 'https://sandbox.plaid.com',
    });
    const live = 'https://production.plaid.com';
    expect(readConfig({ ...env, ...production }).plaid?.base_url).toBe(live);
    expect(readConfig({ ...env, PLAID_ENV: 'production' }).plaid?.base_url).toBe(live);
    expect(() => readConfig({ PLAID_SECRET: 's' })).toThrow(/go together/);
    for (const PLAID_ENV of ['live', 'constructor']) {
      expect(() => readConfig({ ...env, PLAID_ENV })).toThrow(/sandbox or production/);
    }
  });

  it('is the lab in a sandbox without credentials, and nobody in production', () => {
    expect(bankLinkOf(readConfig(env))).toBe('provider');
    expect(bankLinkOf(readConfig({}))).toBe('simulated');
    expect(bankLinkOf(readConfig({ ALLOW_LAB: '0' }))).toBe('none');
    expect(bankLinkOf(readConfig({ ...production, ALLOW_LAB: '1' }))).toBe('none');
  });
});
