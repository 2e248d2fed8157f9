// The caller, their sessions, signing out (gateway-api 2.1). Sessions live in real time (Q17).
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound } from '../../../contract/errors.ts';
import { session_idle_seconds, type sessions } from '../../../contract/identity/sessions.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { callerAccount } from '../caller-account.ts';
import { countryOf } from '../sign-in/country.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { toUser } from '../users/users.ts';
import { invalidateCredentials } from './credential-cache.ts';
import { pendingOf } from './pending.ts';

/** The calling user, by session or key. */
async function get(context: Context) {
  const { actor } = context;
  const row = await connect(context)
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', actor.user_id)
    .where(scope(context, 'user_account.account_id'))
    .executeTakeFirst();
  if (!row) notFound();
  const { acting_user_name } = actor;
  const owes = actor.kind === 'session' && acting_user_name === '';
  const pending = owes ? await pendingOf(context, row) : '';
  const pending_blocks = actor.pending !== '';
  const { ip } = context;
  const account = await callerAccount(context, actor.account_id);
  return { ...toUser(row), ...account, ip, pending, pending_blocks, acting_user_name };
}

/** The caller's sessions that could still be used. */
function alive(context: Context) {
  const now = context.clock.real();
  return connect(context)
    .selectFrom('user_session')
    .where('user_id', '=', context.actor.user_id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - session_idle_seconds * 1_000));
}

async function search(context: Context, _params: unknown, page: InputOf<typeof sessions.search>) {
  const [rows, counted] = await Promise.all([
    alive(context)
      .selectAll()
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    alive(context)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const places = await Promise.all(rows.map((row) => countryOf(row.ip_address)));
  return {
    rows: rows.map((row, n) => ({
      id: row.id,
      ip_address: row.ip_address,
      country: places[n] ?? '',
      user_agent: row.user_agent,
      acting_user_name: row.acting_user_name,
      is_current: row.id === context.actor.credential_id,
      created_at: row.created_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
    })),
    total_count: counted.count,
  };
}

/**
 * Ends the caller's sessions with these ids, and those that were opened from them to act as
 * somebody, in one commit with one audit row.
 */
async function end(context: Context, id: string, ids: readonly string[]): Promise<void> {
  const { actor } = context;
  // SQL has no empty `in ()`, and '' is the `made_by_session_id` of ordinary sessions.
  const named = ids.length === 0 ? ['-'] : ids;
  await inTransaction(context, actor.account_id, async (tx) => {
    await tx
      .updateTable('user_session')
      .set({ ended_at: context.clock.real(), ended_because: 'signed out' })
      .where((where) =>
        where.or([
          where.and([where('id', 'in', named), where('user_id', '=', actor.user_id)]),
          where.and([
            where('acting_user_id', '=', actor.user_id),
            where('acting_user_id', '<>', ''),
            where('made_by_session_id', 'in', named),
          ]),
        ]),
      )
      .where('ended_at', 'is', null)
      .execute();
    const merchant_id = actor.account_id;
    await audit(tx, context, { verb: 'remove', noun: 'session', id, merchant_id, after: { ids } });
  });
  invalidateCredentials(context);
}

/**
 * Ends the calling session: its token is 401 from now on, and the browser clears its cached pages.
 */
async function remove(context: Context): Promise<void> {
  const { credential_id } = context.actor;
  await end(context, credential_id, [credential_id]);
  context.answer_headers['clear-site-data'] = '"cache"';
}

async function removeOne(context: Context, { id }: { id: string }): Promise<void> {
  const found = await alive(context).select('id').where('id', '=', id).executeTakeFirst();
  if (!found) notFound();
  await end(context, id, [id]);
}

async function removeOthers(context: Context): Promise<void> {
  const rows = await alive(context).select('id').execute();
  const { credential_id, user_id } = context.actor;
  const others = rows.map((row) => row.id).filter((id) => id !== credential_id);
  await end(context, user_id, others);
}

export const sessionHandlers: Handlers<typeof sessions> = {
  create: signIn,
  get,
  remove,
  removeByPost: remove,
  search,
  removeOne,
  removeOthers,
};
