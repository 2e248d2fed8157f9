// Ten recovery codes for a lost phone: shown once, stored as hashes, each works once.
import type { Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';
import { credentialHash } from '../sessions/session-tokens.ts';

const code_count = 10;
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `k3f9-x2mq-7hw4`: 12 letters without those that look alike, 59 bits. */
function newCode(context: Context): string {
  const picked = [...context.random.bytes(12)].map((byte) => letters[byte % letters.length]);
  return [0, 4, 8].map((at) => picked.slice(at, at + 4).join('')).join('-');
}

function hashOf(user_id: string, code: string): string {
  return credentialHash(`${user_id} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
}

/** Ten new codes, which replace the old ones. */
export async function makeRecoveryCodes(
  tx: Tx,
  context: Context,
  user_id: string,
): Promise<string[]> {
  const codes = Array.from({ length: code_count }, () => newCode(context));
  const created_at = context.clock.now();
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, code_hash: hashOf(user_id, code), created_at })))
    .execute();
  return codes;
}

/** Marks a code as used in the statement that finds it. */
export async function consumeRecoveryCode(
  query: Query | Tx,
  context: Context,
  user_id: string,
  code: string,
): Promise<boolean> {
  const consumed = await query
    .updateTable('recovery_code')
    .set({ used_at: context.clock.now() })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashOf(user_id, code))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return consumed !== undefined;
}
