// A new user with the keys it starts with, written in one piece and noted in one audit row.
import { notUnique } from '../../../contract/faults.ts';
import type { ApiKeyRecord, KeyType } from '../../../contract/identity/api-keys.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { writeApiKey } from '../api-keys/new-api-key.ts';
import { type NewUser, type NewUserRow, newUserRow, toUser } from './users.ts';

interface CreatedUser {
  user: UserRecord;
  /** The keys requested, shown this once. */
  api_key?: string;
  pub_api_key?: string;
}

/**
 * Writes a user and a key of each kind named, without an audit row: `noted` is for the audit row of
 * the caller. The transaction must be one that writes to the user's account.
 */
export async function writeUser(
  tx: Tx,
  context: Context,
  row: NewUserRow,
  key_types: readonly KeyType[],
): Promise<CreatedUser & { noted: object }> {
  const written = await tx
    .insertInto('user_account')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  const user = toUser(written);
  const made: Partial<Record<KeyType, string>> = {};
  const keys_made: Pick<ApiKeyRecord, 'id' | 'type' | 'hint'>[] = [];
  // Two keys at most, one after the other, since the transaction has one connection.
  for (const type of key_types) {
    const { key, value } = await writeApiKey(tx, context, { user, type, name: '' });
    keys_made.push({ id: key.id, type, hint: key.hint });
    made[type] = value;
  }
  const { api: api_key, pub: pub_api_key } = made;
  const noted = { ...user, ...(keys_made.length > 0 && { keys_made }) };
  return { user, noted, ...(api_key && { api_key }), ...(pub_api_key && { pub_api_key }) };
}

/** The same with one audit row that names user and keys. */
export async function insertUser(
  tx: Tx,
  context: Context,
  row: NewUserRow,
  key_types: readonly KeyType[] = [],
): Promise<CreatedUser> {
  const { noted, ...made } = await writeUser(tx, context, row, key_types);
  const { id, account_type_id: merchant_id } = made.user;
  await audit(tx, context, { verb: 'create', noun: 'user', id, merchant_id, after: noted });
  return made;
}

/** Makes a user; 400 when the user name is malformed or taken. */
export async function createUser(context: Context, user: NewUser): Promise<UserRecord> {
  const row = await newUserRow(context, user);
  const made = inTransaction(context, user.account_id, (tx) => insertUser(tx, context, row));
  const sentences = { user_account_username_key_key: notUnique('username') };
  return (await refuseOnConstraint(made, sentences, 'invalid')).user;
}
