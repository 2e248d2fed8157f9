// Sign-in tries: six for one name from one place, then none for half an hour (quality 3.1).
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { asSystem, type Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { usernameKey } from '../users/users.ts';

export const tries_allowed = 6;
export const blocked_seconds = 1_800;

export interface Try {
  name_hash: string;
  place: string;
}

/**
 * The pair that is counted: the user name (known or not, as a hash) and the place, which is the
 * device if it has signed in before, else the address. Somebody who guesses elsewhere does not lock
 * the user out.
 */
export function tryOf(username: string, known_device: string, ip: string): Try {
  const name_hash = createHash('sha256').update(usernameKey(username)).digest('hex');
  return { name_hash, place: known_device === '' ? `ip ${ip}` : `device ${known_device}` };
}

/**
 * Counts a try before anything is read, in the statement that decides: of many at once only six go
 * on. Gives the tries until now; 429 with the wait while the pair is blocked. Real time (Q17).
 */
export async function countTry(context: Context, attempt: Try): Promise<number> {
  const now = context.clock.real();
  const until = new Date(now.getTime() + blocked_seconds * 1_000);
  const over = sql`coalesce(t.blocked_until,
    t.first_at + make_interval(secs => ${blocked_seconds})) <= ${now}::timestamptz`;
  const { rows } = await sql<{ fail_count: number; blocked_until: Date | null }>`
    insert into sign_in_try as t (name_hash, place, fail_count, first_at)
    values (${attempt.name_hash}, ${attempt.place}, 1, ${now})
    on conflict (name_hash, place) do update set
      fail_count = case when ${over} then 1 else t.fail_count + 1 end,
      first_at = case when ${over} then ${now} else t.first_at end,
      blocked_until = case when ${over} then null
        when t.blocked_until is null and t.fail_count >= ${tries_allowed} then ${until}
        else t.blocked_until end
    returning fail_count, blocked_until`.execute(connect(asSystem(context)));
  const row = rows[0];
  if (!row || row.fail_count <= tries_allowed) return row?.fail_count ?? 0;
  const wait_ms = (row.blocked_until ?? until).getTime() - now.getTime();
  const wait_seconds = Math.max(1, Math.ceil(wait_ms / 1_000));
  const message = 'too many tries: please wait 30 minutes or reset the password';
  throw new Refusal('limited', message, undefined, wait_seconds);
}

/** Takes back a try that was counted and then not made. */
export async function uncountTry(context: Context, attempt: Try): Promise<void> {
  await sql`update sign_in_try set fail_count = fail_count - 1
    where name_hash = ${attempt.name_hash} and place = ${attempt.place} and fail_count > 0`.execute(
    connect(asSystem(context)),
  );
}

/** A successful sign-in, or a new password, resets the count of its pair. */
export async function resetTries(context: Context, attempt: Try): Promise<void> {
  await connect(asSystem(context))
    .deleteFrom('sign_in_try')
    .where('name_hash', '=', attempt.name_hash)
    .where('place', '=', attempt.place)
    .execute();
}
