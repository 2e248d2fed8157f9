// The user who signs in: read before the credentials are checked, and again with the session.
import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { access_restrictions } from '../../../contract/identity/users.ts';
import type { Query, Tx } from '../../db/database.ts';
import type { UserAccount } from '../../db/tables.generated.ts';
import { ends_sessions } from '../sessions/end-sessions.ts';

export type Candidate = Selectable<UserAccount> & {
  account_name: string;
  account_status: string;
  /** The ids of the confirmed second factors, in order. */
  factors: string;
};

export function candidates(query: Query | Tx) {
  return query
    .selectFrom('user_account as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .selectAll('u')
    .select(['a.name as account_name', 'a.status as account_status'])
    .select(
      sql<string>`(select coalesce(string_agg(f.id, ' ' order by f.id), '') from user_factor f
        where f.user_id = u.id and f.confirmed_at is not null)`.as('factors'),
    );
}

/** What of a user ends the sessions where it changes. */
function endsSessions(user: Candidate): unknown[] {
  return [
    ...ends_sessions.map((name) => user[name]),
    user.password_hash,
    user.two_factor_enabled,
    user.factors,
    access_restrictions.parse(user.access_restrictions).disable_user_login,
  ];
}

/** Thrown where the user has changed since their credentials were checked. */
export class UserChanged extends Error {}

/**
 * Locks the user until the session is committed. The check of a password takes a while: a change
 * that ended the user's sessions meanwhile could not end this one, so it must not be made.
 */
export async function requireUnchanged(tx: Tx, user: Candidate): Promise<void> {
  // Two statements: the second one sees what the lock has waited for, factors included.
  const [, now] = await Promise.all([
    tx.selectFrom('user_account').select('id').where('id', '=', user.id).forShare().execute(),
    candidates(tx).where('u.id', '=', user.id).executeTakeFirst(),
  ]);
  if (!now || !isDeepStrictEqual(endsSessions(now), endsSessions(user))) throw new UserChanged();
}
