// Payments of Google Pay: whose root keys are trusted, which keys of ours decrypt (rails 11.2).
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { refuse } from '../../../contract/errors.ts';
import type { GoogleToken } from '../../../contract/payments/wallets/wallet-tokens.ts';
import type { Context } from '../../context.ts';
import { readKey } from '../../identity/sessions/authenticate.ts';
import { credentialHash } from '../../identity/sessions/session-tokens.ts';
import { type GoogleKeys, google_keys, openGoogleToken } from '../../vault/wallets/google-token.ts';
import { refuseToken, type WalletCard } from '../../vault/wallets/network-token.ts';
import { labCall, limits, readAnswer } from './apple-hosts.ts';
import { walletAnswer } from './wallet-card.ts';

const keys_url = 'https://payments.developers.google.com/paymentmethodtoken/keys.json';
const test_keys_url = 'https://payments.developers.google.com/paymentmethodtoken/test/keys.json';
/** Google asks to look again often: a key of theirs may be withdrawn. */
const cache_ms = 3_600_000;

const google_away = 'Google is not responding. Try again.';

/** Root keys as this process last read them; real time. */
export interface GoogleKeyCache {
  known: { keys: GoogleKeys; until_ms: number } | null;
}

const curve = 'prime256v1';

/** A key of this installation for the simulator: the same at every start, and no secret of ours. */
function simulatedKey({ keys }: Context): KeyObject {
  const ecdh = createECDH(curve);
  const scalar = keys.derive('google pay simulator');
  // Below the order of the curve, whatever the hash gave.
  scalar[0] = (scalar[0] ?? 0) & 0x7f;
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: scalar.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
}

const pem_block = /-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g;

/** The keys of a file; throws a sentence where it has none that can be read. */
export function keysIn(file: string): KeyObject[] {
  try {
    const blocks = readFileSync(file, 'utf8').match(pem_block) ?? [];
    if (blocks.length > 0) return blocks.map((pem) => createPrivateKey(pem));
  } catch {
    // One sentence for a file that is missing and one that holds something else.
  }
  throw new Error('GOOGLE_PAY_KEY_FILE must name a PEM file with private keys.');
}

/** Our own keys, as many as the file has: a new one stands beside the old while Google changes. */
export function recipientKeys(context: Context): KeyObject[] {
  const { google_pay_key_file: file, environment } = context.config;
  if (file !== '') return keysIn(file);
  if (environment === 'production')
    refuse('refused', 'Google Pay is not set up in this installation.');
  return [simulatedKey(context)];
}

async function readRoots(context: Context): Promise<GoogleKeys> {
  const { environment, allow_lab } = context.config;
  const is_production = environment === 'production';
  if (!is_production && allow_lab && context.lab_url() !== '') {
    const read = google_keys.safeParse(await labCall(context, '/google/keys', {}));
    return read.success ? read.data : refuse('unavailable', google_away);
  }
  const url = is_production ? keys_url : test_keys_url;
  const sent = { url, method: 'GET', body: '', headers: {}, ...limits } as const;
  const read = readAnswer(google_keys, await context.egress.exchange(sent));
  return read ?? refuse('unavailable', google_away);
}

async function roots(context: Context): Promise<GoogleKeys> {
  const cache = context.google_key_cache;
  const now_ms = context.clock.real().getTime();
  if (cache.known && cache.known.until_ms > now_ms) return cache.known.keys;
  const keys = await readRoots(context);
  cache.known = { keys, until_ms: now_ms + cache_ms };
  return keys;
}

/** The page that asked named the merchant by a public key; another merchant's is refused. */
async function checkMerchant(context: Context, public_key: string): Promise<void> {
  const found = await readKey(context, credentialHash(public_key)).catch(() => null);
  const is_own =
    found?.actor.kind === 'public_key' && found.actor.account_id === context.actor.account_id;
  if (!is_own) refuseToken('it was made for another merchant');
}

/** Opens what Google encrypted for this gateway; 400 names `field` where that cannot be. */
export async function openGooglePayment(
  context: Context,
  token: GoogleToken,
  field: string,
): Promise<WalletCard> {
  const keys = recipientKeys(context);
  const trusted = await roots(context);
  return await walletAnswer('Google Pay', field, async () => {
    const card = openGoogleToken(token, keys, trusted, context.clock.now());
    await checkMerchant(context, card.gateway_merchant_id);
    return card;
  });
}
