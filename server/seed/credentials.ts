// Demo credentials: the same at every start, and the file that other tools read them from.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { type KeyRing, keyedDigest } from '../keys/keys.ts';

/** One password for every demo user; production refuses to start with any of them. */
export const demo_password = 'Penstock!2026';

export const demo_users = {
  admin: 'demo_admin',
  partner: 'north_admin',
  partner_standard: 'north_clerk',
  merchant: 'harborview_admin',
  merchant_standard: 'harborview_clerk',
} as const;

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A demo user's API key: `api_` or `pub_` and 27 characters, derived from the installation's key.
 */
export function demoKey(keys: KeyRing, type: 'api' | 'pub', username: string): string {
  // The world was made with the first one, and its keys stay as they were.
  const key = keys.derivations('demo keys').at(-1) as Buffer;
  let rest = BigInt(`0x${keyedDigest(key, `${type} ${username}`)}`);
  let text = '';
  for (let i = 0; i < 27; i++) {
    text += base62[Number(rest % 62n)];
    rest /= 62n;
  }
  return `${type}_${text}`;
}

export interface DemoIds {
  merchant: string;
  partner: string;
  card: string;
  ach: string;
}

/** Writes DATA_DIR/demo-credentials.json, readable by its owner alone (DESIGN 7). */
export function writeCredentials(
  config: Config,
  keys: KeyRing,
  origin: string,
  ids: DemoIds,
): void {
  const user = (username: string) => ({
    username,
    password: demo_password,
    private_key: demoKey(keys, 'api', username),
  });
  const account = (id: string, username: string) => ({
    id,
    ...user(username),
    public_key: demoKey(keys, 'pub', username),
  });
  const document = {
    base: `${origin}/api`,
    merchant: account(ids.merchant, demo_users.merchant),
    partner: account(ids.partner, demo_users.partner),
    admin: user(demo_users.admin),
    merchant_standard: user(demo_users.merchant_standard),
    partner_standard: account(ids.partner, demo_users.partner_standard),
    processors: { card: ids.card, ach: ids.ach },
  };
  const file = path.join(config.data_dir, 'demo-credentials.json');
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
}
