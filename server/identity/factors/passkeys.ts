// One's own passkeys: added, renamed, removed; a passkey signs in without a password (spec 1 §6).
import type { Selectable } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound, refuse } from '../../../contract/errors.ts';
import {
  type PasskeyAttestation,
  type PasskeyRecord,
  passkey_challenge_seconds,
  passkey_limit,
  type passkeys,
} from '../../../contract/identity/passkeys.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx, violatedConstraint } from '../../db/database.ts';
import type { UserFactor } from '../../db/tables.generated.ts';
import type { Handlers } from '../../http/serve.ts';
import { brandName } from '../brand-name.ts';
import { verifyOwnPassword } from '../passwords/own-password.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { userWithin } from '../users/find-users.ts';
import type { UserRow } from '../users/users.ts';
import { applyFactorChange, requireOneFactor } from './factor-state.ts';
import { consumeChallenge, makeChallenge, readClientData } from './passkey-challenges.ts';
import { challengeAnyUser, challengeUser, toKnownKeys } from './passkey-proof.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

type FactorRow = Selectable<UserFactor>;

function toRecord(row: FactorRow): PasskeyRecord {
  return {
    id: row.id,
    name: row.name,
    domain: row.rp_id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

function ownPasskeys(query: ReturnType<typeof connect> | Tx, user_id: string) {
  return query
    .selectFrom('user_factor')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', 'passkey');
}

function ownUser(context: Context): Promise<UserRow> {
  return userWithin(context, connect(context), context.actor.user_id);
}

async function search(context: Context, _params: unknown, page: InputOf<typeof passkeys.search>) {
  // There are twenty at most.
  const rows = await ownPasskeys(connect(context), context.actor.user_id).orderBy('id').execute();
  const { offset, limit } = page;
  return { rows: rows.slice(offset, offset + limit).map(toRecord), total_count: rows.length };
}

/** ES256, EdDSA, RS256: what authenticators know. */
const algorithms = [-7, -8, -257];

async function begin(context: Context, _params: unknown, input: InputOf<typeof passkeys.begin>) {
  const user = await ownUser(context);
  await verifyOwnPassword(context, user, input.current_password);
  const known = await ownPasskeys(connect(context), user.id).execute();
  const { challenge, domain } = await makeChallenge(context, 'register', user.id);
  return {
    challenge,
    rp: { id: domain, name: await brandName(context, user.account_id) },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.username,
      displayName: user.name || user.username,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkey_challenge_seconds * 1_000,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    excludeCredentials: toKnownKeys(known.filter(({ rp_id }) => rp_id === domain)),
  };
}

function badPasskey(): never {
  refuse(
    'invalid',
    'bad request error: invalid Passkey: the response does not match the challenge',
  );
}

/** The new key, if it answers a challenge made for this user; else 400. */
async function readNewKey(context: Context, user: UserRow, attestation: PasskeyAttestation) {
  const client = readClientData(attestation.response.clientDataJSON);
  const domain = client && (await consumeChallenge(context, client, 'register', user.id));
  if (!client || !domain) badPasskey();
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { attestationObject, clientDataJSON, transports = [] } = attestation.response;
  const result = await verifyRegistrationResponse({
    response: {
      ...attestation,
      response: { attestationObject, clientDataJSON },
      clientExtensionResults: {},
    },
    expectedChallenge: client.challenge,
    expectedOrigin: client.origin,
    expectedRPID: domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    context.log.info({ err: error }, 'a new passkey was refused');
    return null;
  });
  if (!result?.verified) badPasskey();
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return {
    rp_id: domain,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    sign_count: counter,
    transports: JSON.stringify(transports),
  };
}

type NewKey = Awaited<ReturnType<typeof readNewKey>>;

async function keep(tx: Tx, context: Context, name: string, key: NewKey) {
  const user = await userWithin(context, tx, context.actor.user_id, true);
  const known = await ownPasskeys(tx, user.id).execute();
  if (known.length >= passkey_limit) {
    refuse('refused', `bad request error: a user can have at most ${passkey_limit} passkeys`);
  }
  const now = context.clock.real();
  const row = await tx
    .insertInto('user_factor')
    .values({
      user_id: user.id,
      id: context.ids.next(),
      kind: 'passkey',
      name,
      ...key,
      confirmed_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await applyFactorChange(tx, context, user);
  const passkey = toRecord(row);
  await note(tx, context, 'create', { id: row.id, after: passkey });
  const recovery_codes = user.two_factor_enabled
    ? []
    : await makeRecoveryCodes(tx, context, user.id);
  return { passkey, recovery_codes };
}

interface Noted {
  id: string;
  before?: PasskeyRecord;
  after?: PasskeyRecord;
}

function note(tx: Tx, context: Context, verb: string, noted: Noted): Promise<void> {
  return audit(tx, context, {
    verb,
    noun: 'passkey',
    merchant_id: context.actor.account_id,
    ...noted,
  });
}

async function create(context: Context, _params: unknown, input: InputOf<typeof passkeys.create>) {
  const key = await readNewKey(context, await ownUser(context), input.passkey);
  try {
    const saved = await inTransaction(context, context.actor.account_id, (tx) =>
      keep(tx, context, input.name, key),
    );
    invalidateCredentials(context);
    return saved;
  } catch (error) {
    if (violatedConstraint(error) !== 'user_factor_credential_id_key') throw error;
    refuse('refused', 'bad request error: this passkey is already saved');
  }
}

async function update(
  context: Context,
  { id }: { id: string },
  { name }: InputOf<typeof passkeys.update>,
) {
  const { actor } = context;
  return await inTransaction(context, actor.account_id, async (tx) => {
    const found = ownPasskeys(tx, actor.user_id).where('id', '=', id).forUpdate();
    const row = (await found.executeTakeFirst()) ?? notFound();
    await tx
      .updateTable('user_factor')
      .set({ name })
      .where('user_id', '=', actor.user_id)
      .where('id', '=', id)
      .execute();
    const before = toRecord(row);
    const after = { ...before, name };
    await note(tx, context, 'update', { id, before, after });
    return after;
  });
}

async function remove(
  context: Context,
  { id }: { id: string },
  { current_password }: InputOf<typeof passkeys.remove>,
): Promise<void> {
  const { actor } = context;
  await verifyOwnPassword(context, await ownUser(context), current_password);
  await inTransaction(context, actor.account_id, async (tx) => {
    const user = await userWithin(context, tx, actor.user_id, true);
    const row = await ownPasskeys(tx, user.id).where('id', '=', id).executeTakeFirst();
    if (!row) notFound();
    await tx
      .deleteFrom('user_factor')
      .where('user_id', '=', user.id)
      .where('id', '=', id)
      .execute();
    requireOneFactor(context, user, await applyFactorChange(tx, context, user));
    await note(tx, context, 'remove', { id, before: toRecord(row) });
  });
  invalidateCredentials(context);
}

export const passkeyHandlers: Handlers<typeof passkeys> = {
  search,
  begin,
  create,
  update,
  remove,
  confirm: (context) => challengeUser(context),
  ask: (context) => challengeAnyUser(context),
};
