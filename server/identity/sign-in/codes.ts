// One-time codes: set-up, reset, login-as, second-factor set-up; stored as hashes, used once.
import type { Context } from '../../context.ts';
import { connect, type Tx } from '../../db/database.ts';
import { credentialHash } from '../sessions/session-tokens.ts';

export type CodeKind = 'set_up' | 'reset_password' | 'login_as' | 'two_factor';

/** How long each kind works, in business time (Q17; quality 3.3: login-as at most 60 s). */
export const code_seconds: Readonly<Record<CodeKind, number>> = {
  set_up: 7 * 86_400,
  reset_password: 3_600,
  login_as: 60,
  two_factor: 86_400,
};

const code_bytes = 32;

export interface NewCode {
  kind: CodeKind;
  user_id: string;
}

/** Stores a code and returns its secret; earlier codes of the same kind stop working. */
export async function makeCode(tx: Tx, context: Context, code: NewCode): Promise<string> {
  const secret = context.random.bytes(code_bytes).toString('base64url');
  const now = context.clock.now();
  const { kind, user_id } = code;
  await invalidateCodes(tx, context, kind, user_id);
  await tx
    .insertInto('one_time_code')
    .values({
      id: context.ids.next(),
      kind,
      user_id,
      code_hash: credentialHash(secret),
      made_by_user_id: context.actor.user_id,
      made_by_session_id: context.actor.credential_id,
      created_at: now,
      expires_at: new Date(now.getTime() + code_seconds[kind] * 1_000),
    })
    .execute();
  return secret;
}

/** From this commit on, no code of this kind works for the user. */
export async function invalidateCodes(
  tx: Tx,
  context: Context,
  kind: CodeKind,
  user_id: string,
): Promise<void> {
  await tx
    .updateTable('one_time_code')
    .set({ used_at: context.clock.now() })
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
}

interface ConsumedCode {
  user_id: string;
  made_by_user_id: string;
  made_by_session_id: string;
}

/** Consumes a code in the statement that finds it; null if it is unknown, used or expired. */
export async function consumeCode(
  tx: Tx,
  context: Context,
  kinds: readonly CodeKind[],
  secret: string,
): Promise<ConsumedCode | null> {
  const now = context.clock.now();
  const consumed = await tx
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('code_hash', '=', credentialHash(secret))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'made_by_user_id', 'made_by_session_id'])
    .executeTakeFirst();
  return consumed ?? null;
}

/** The user of a code, without consuming it. */
export async function peekCode(context: Context, kinds: readonly CodeKind[], secret: string) {
  const found = await connect(context)
    .selectFrom('one_time_code')
    .select('user_id')
    .where('code_hash', '=', credentialHash(secret))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
  return found?.user_id ?? null;
}
