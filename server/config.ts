// Every setting of the product, read from the environment once; no other file reads process.env.
import path from 'node:path';
import { type AccountType, account_types } from '../contract/access/access.ts';
import { currencies } from '../contract/money.ts';

export type Environment = 'dev' | 'sandbox' | 'production';

export interface Config {
  readonly environment: Environment;
  readonly host: string;
  readonly port: number;
  /** Address in mails and links; empty means the listening address. */
  readonly public_url: string;
  readonly trust_proxy: string;
  readonly data_dir: string;
  readonly database_url: string;
  readonly allow_embedded_database: boolean;
  readonly seed: 'demo' | 'none';
  readonly key_file: string;
  readonly has_own_key_file: boolean;
  readonly smtp_url: string;
  readonly mail_from: string;
  readonly lab_port: number;
  readonly lab_control: boolean;
  readonly lab_latency_ms: number;
  readonly allow_lab: boolean;
  /** Account types whose users need a second factor; production always asks two of them. */
  readonly two_factor_for: readonly AccountType[];
  /** Site keys and secret of Cloudflare Turnstile; without all three our own check is asked. */
  readonly turnstile: Turnstile | null;
  /** Credentials at the provider of bank links; without them a sandbox uses the lab's bank. */
  readonly plaid: PlaidAccess | null;
  /** Leading zero bits that the work of our own bot check has to find. */
  readonly bot_check_bits: number;
  /** Where the card reader bridge listens on the clerk's own computer; 0: pages may call none. */
  readonly reader_bridge_port: number;
  /** PEM file with the gateway's private keys for Google Pay, or empty. */
  readonly google_pay_key_file: string;
  /** Receivers of webhooks on this machine may be called, in plain too; never in production. */
  readonly allow_loopback_receivers: boolean;
  /** Whole units of a currency: above it two persons decide an unresolved attempt. */
  secondPersonAmount(currency: string): number;
  readonly log_level: string;
  /** How long an ending server waits for the requests under way. */
  readonly drain_seconds: number;
  /** How long a request may wait for a slot before it is refused. */
  readonly queue_timeout_seconds: number;
  /**
   * Address of a processor type given by RAIL_<TYPE>_URL, or empty: the lab's where it may be used.
   */
  railUrl(type: string): string;
}

export interface Turnstile {
  /** Of the sign-in and recovery screens. */
  readonly site_key: string;
  /** Of the pages where payers pay. */
  readonly cart_site_key: string;
  readonly secret: string;
  /** Where a token is asked about. */
  readonly verify_url: string;
}

export interface PlaidAccess {
  readonly client_id: string;
  readonly secret: string;
  /** Without a slash at its end. */
  readonly base_url: string;
}

/** Mails that reach nobody lie in the mailbox; in production there is none. */
export function hasMailbox({ environment, smtp_url }: Config): boolean {
  return environment !== 'production' && smtp_url === '';
}

/** Who signs payers in at their banks: the provider, in a sandbox the lab's bank, or nobody. */
export function bankLinkOf({ plaid, allow_lab, environment }: Config) {
  if (plaid) return 'provider';
  return allow_lab && environment !== 'production' ? 'simulated' : 'none';
}

const environments: readonly Environment[] = ['dev', 'sandbox', 'production'];

function integer(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number.`);
  return value;
}

/** `1000`, or `1000,jpy:150000` where some currencies have amounts of their own. */
function secondPersonAmount(text: string): (currency: string) => number {
  const otherwise = 1_000;
  const amounts = new Map<string, number>();
  for (const part of text.split(',')) {
    const [amount, currency = ''] = part.trim().toLowerCase().split(':').reverse();
    if (currency !== '' && !(currency in currencies)) {
      throw new Error(`SECOND_PERSON_AMOUNT: ${currency} is not a currency.`);
    }
    amounts.set(currency, integer('SECOND_PERSON_AMOUNT', amount, otherwise));
  }
  return (currency) => amounts.get(currency) ?? amounts.get('') ?? otherwise;
}

function flag(text: string | undefined, fallback: boolean): boolean {
  return text === undefined || text === '' ? fallback : text === '1' || text === 'true';
}

const enforced: readonly AccountType[] = ['admin', 'partner'];

function twoFactorFor(text: string | undefined, production: boolean): readonly AccountType[] {
  const named = (text ?? '').split(',').filter((name) => name !== '') as AccountType[];
  if (named.some((name) => !account_types.includes(name))) {
    throw new Error(`TWO_FACTOR_FOR may name ${account_types.join(', ')}.`);
  }
  return production ? [...new Set([...enforced, ...named])] : named;
}

function turnstileOf(env: NodeJS.ProcessEnv): Turnstile | null {
  const { TURNSTILE_SITE_KEY: site_key, TURNSTILE_CART_SITE_KEY: cart_site_key } = env;
  const secret = env.TURNSTILE_SECRET;
  if (!site_key && !cart_site_key && !secret) return null;
  if (!site_key || !cart_site_key || !secret) {
    throw new Error(
      'TURNSTILE_SITE_KEY, TURNSTILE_CART_SITE_KEY and TURNSTILE_SECRET go together.',
    );
  }
  if (![site_key, cart_site_key].every((key) => /^[\w-]+$/.test(key))) {
    throw new Error('Site keys of Turnstile have letters, digits, underscores and hyphens.');
  }
  const verify_url =
    env.TURNSTILE_VERIFY_URL || 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
  return { site_key, cart_site_key, secret, verify_url };
}

const plaid_urls = new Map([
  ['sandbox', 'https://sandbox.plaid.com'],
  ['production', 'https://production.plaid.com'],
]);

function plaidOf(env: NodeJS.ProcessEnv, production: boolean): PlaidAccess | null {
  const { PLAID_CLIENT_ID: client_id, PLAID_SECRET: secret } = env;
  const base_url = plaid_urls.get(env.PLAID_ENV || (production ? 'production' : 'sandbox'));
  if (!base_url) throw new Error('PLAID_ENV must be sandbox or production.');
  if (!client_id && !secret) return null;
  if (!client_id || !secret) throw new Error('PLAID_CLIENT_ID and PLAID_SECRET go together.');
  return { client_id, secret, base_url };
}

/** Reads the variables of DESIGN 7; throws a plain sentence where one cannot be understood. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const environment = (env.PENSTOCK_ENV || 'sandbox') as Environment;
  if (!environments.includes(environment)) {
    throw new Error('PENSTOCK_ENV must be dev, sandbox or production.');
  }
  const production = environment === 'production';
  const seed = env.PENSTOCK_SEED || (production ? 'none' : 'demo');
  if (seed !== 'demo' && seed !== 'none') throw new Error('PENSTOCK_SEED must be demo or none.');
  const data_dir = path.resolve(env.DATA_DIR || './data');
  return {
    environment,
    host: env.HOST || '127.0.0.1',
    port: integer('PORT', env.PORT, 8080),
    public_url: (env.PUBLIC_URL || '').replace(/\/+$/, ''),
    trust_proxy: env.TRUST_PROXY || '',
    data_dir,
    database_url: env.DATABASE_URL || '',
    allow_embedded_database: flag(env.ALLOW_EMBEDDED_DATABASE, false),
    seed,
    key_file: env.KEY_FILE ? path.resolve(env.KEY_FILE) : path.join(data_dir, 'keys', 'master.key'),
    has_own_key_file: Boolean(env.KEY_FILE),
    smtp_url: env.SMTP_URL || '',
    mail_from: env.MAIL_FROM || 'Penstock <no-reply@localhost>',
    lab_port: integer('LAB_PORT', env.LAB_PORT, 0),
    lab_control: flag(env.LAB_CONTROL, !production),
    lab_latency_ms: integer('LAB_LATENCY', env.LAB_LATENCY, 0),
    allow_lab: flag(env.ALLOW_LAB, !production),
    two_factor_for: twoFactorFor(env.TWO_FACTOR_FOR, production),
    turnstile: turnstileOf(env),
    plaid: plaidOf(env, production),
    bot_check_bits: integer('BOT_CHECK_BITS', env.BOT_CHECK_BITS, 16),
    reader_bridge_port: integer('READER_BRIDGE_PORT', env.READER_BRIDGE_PORT, 8_787),
    google_pay_key_file: env.GOOGLE_PAY_KEY_FILE ? path.resolve(env.GOOGLE_PAY_KEY_FILE) : '',
    allow_loopback_receivers: flag(env.ALLOW_LOOPBACK_RECEIVERS, false) && !production,
    secondPersonAmount: secondPersonAmount(env.SECOND_PERSON_AMOUNT ?? ''),
    log_level: env.LOG_LEVEL || 'info',
    drain_seconds: integer('DRAIN_SECONDS', env.DRAIN_SECONDS, 25),
    queue_timeout_seconds: integer('QUEUE_TIMEOUT_SECONDS', env.QUEUE_TIMEOUT_SECONDS, 2),
    railUrl: (type) => env[`RAIL_${type.toUpperCase()}_URL`] || '',
  };
}

/** What production refuses to start with (DESIGN 7); sentences for a person, empty when fine. */
export function productionFaults(config: Config): string[] {
  if (config.environment !== 'production') return [];
  const faults: string[] = [];
  if (!config.has_own_key_file) faults.push('KEY_FILE must name the key-encryption key.');
  if (!config.database_url && !config.allow_embedded_database) {
    faults.push('DATABASE_URL must be given, or ALLOW_EMBEDDED_DATABASE=1 be asked for.');
  }
  if (config.seed === 'demo') faults.push('PENSTOCK_SEED=demo makes demo accounts.');
  return faults;
}
