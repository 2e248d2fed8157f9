// Passkeys at sign-in: the challenge sent to the browser, and the check of its answer.
import { z } from 'zod';
import {
  type PasskeyAssertion,
  type PasskeyRequest,
  passkey_challenge_seconds,
} from '../../../contract/identity/passkeys.ts';
import { asSystem, type Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import {
  type ChallengePurpose,
  consumeChallenge,
  makeChallenge,
  readClientData,
} from './passkey-challenges.ts';

const texts = z.array(z.string());

interface KnownKey {
  credential_id: string | null;
  transports: unknown;
}

/** Passkeys in the form that browsers take. */
export function toKnownKeys(rows: readonly KnownKey[]) {
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id ?? '',
    type: 'public-key' as const,
    transports: texts.parse(transports),
  }));
}

const timeout_ms = passkey_challenge_seconds * 1_000;

/** For a sign-in without a user name: the person chooses among the passkeys of this domain. */
export async function challengeAnyUser(context: Context): Promise<PasskeyRequest> {
  const { challenge, domain } = await makeChallenge(context, 'sign_in', '');
  return {
    challenge,
    rpId: domain,
    timeout: timeout_ms,
    userVerification: 'required',
    allowCredentials: [],
  };
}

/** For a signed-in user, before an action that a stolen session must not be able to do. */
export async function challengeUser(context: Context): Promise<PasskeyRequest> {
  const { user_id } = context.actor;
  const [{ challenge, domain }, factors] = await Promise.all([
    makeChallenge(context, 'confirm', user_id),
    factorsOf(context, user_id),
  ]);
  return {
    challenge,
    rpId: domain,
    timeout: timeout_ms,
    userVerification: 'required',
    allowCredentials: toKnownKeys(factors.filter(({ rp_id }) => rp_id === domain)),
  };
}

function factorsOf(context: Context, user_id: string) {
  return connect(asSystem(context))
    .selectFrom('user_factor')
    .select(['kind', 'rp_id', 'credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .execute();
}

export interface FactorChallenge {
  two_factor_required: true;
  /** Whether codes of an app are accepted beside passkeys. */
  totp?: boolean;
  passkey?: PasskeyRequest;
}

/** The answer to a sign-in whose password is right and whose second factor is missing. */
export async function factorChallenge(context: Context, user_id: string): Promise<FactorChallenge> {
  const factors = await factorsOf(context, user_id);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  if (passkeys.length === 0) return { two_factor_required: true };
  const { challenge, domain } = await makeChallenge(context, 'factor', user_id);
  const here = passkeys.filter(({ rp_id }) => rp_id === domain);
  const totp = factors.some(({ kind }) => kind === 'totp');
  const passkey = {
    challenge,
    rpId: domain,
    timeout: timeout_ms,
    userVerification: 'preferred' as const,
    allowCredentials: toKnownKeys(here),
  };
  return { two_factor_required: true, totp, ...(here.length > 0 && { passkey }) };
}

/**
 * The user whose passkey answered a challenge of ours, or null. With `user_id` only that user's
 * passkey, as a second factor; without it the passkey counts as both factors, so the authenticator
 * must have verified its owner. The counter is compared and stored in one statement.
 */
export async function consumePasskey(
  context: Context,
  assertion: PasskeyAssertion,
  user_id: string,
  purpose: ChallengePurpose = user_id === '' ? 'sign_in' : 'factor',
): Promise<string | null> {
  const client = readClientData(assertion.response.clientDataJSON);
  if (!client) return null;
  const alone = user_id === '';
  const domain = await consumeChallenge(context, client, purpose, user_id);
  if (domain === null) return null;
  const factor = await connect(asSystem(context))
    .selectFrom('user_factor')
    .select(['user_id', 'id', 'public_key'])
    .where('credential_id', '=', assertion.id)
    .where('rp_id', '=', domain)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!factor || (!alone && factor.user_id !== user_id)) return null;
  const handle = assertion.response.userHandle;
  const names_owner = handle === Buffer.from(factor.user_id).toString('base64url');
  if (alone ? !names_owner : handle !== undefined && !names_owner) return null;
  const count = await verified(context, assertion, {
    ...client,
    domain,
    public_key: factor.public_key,
    verify_owner: purpose !== 'factor',
  });
  if (count === null || !(await noteCount(context, factor, count))) return null;
  return factor.user_id;
}

interface Expected {
  challenge: string;
  origin: string;
  domain: string;
  public_key: string;
  verify_owner: boolean;
}

/**
 * The authenticator's counter where signature, domain, origin and challenge are right; else null.
 */
async function verified(
  context: Context,
  assertion: PasskeyAssertion,
  { challenge, origin, domain, public_key, verify_owner }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified: fits, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: verify_owner,
      // The counter is compared in the statement that writes it, so that of two simultaneous
      // answers the second fails.
      credential: { id: assertion.id, publicKey: Buffer.from(public_key, 'base64url'), counter: 0 },
    });
    return fits ? authenticationInfo.newCounter : null;
  } catch (error) {
    context.log.info({ err: error }, 'an answer of a passkey was refused');
    return null;
  }
}

/** False where the counter has not grown: then the key may have been copied (WebAuthn 6.1.1). */
async function noteCount(
  context: Context,
  factor: { user_id: string; id: string },
  count: number,
): Promise<boolean> {
  const written = await connect(asSystem(context))
    .updateTable('user_factor')
    .set({ sign_count: count, last_used_at: context.clock.real() })
    .where('user_id', '=', factor.user_id)
    .where('id', '=', factor.id)
    // Synced passkeys do not count: their counter stays 0.
    .where((row) =>
      row.or([
        row('sign_count', '<', count),
        row.and([row('sign_count', '=', 0), row.val(count === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (written) return true;
  const { user_id, id } = factor;
  context.log.warn({ user_id, passkey_id: id, count }, 'the counter of a passkey went back');
  return false;
}
