// Reads the news an account is visibleTo: by the account directly above, and by itself.
import { sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import type { NewsItem, news } from '../../contract/platform/news.ts';
import type { Context } from '../context.ts';
import type { ActionItemQuery, ActionItemRow } from '../db/action-items.ts';
import { connect, inTransaction } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';

type Row = Omit<NewsItem, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

function toRecord({ created_at, updated_at, ...row }: Row): NewsItem {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/**
 * One step up and no further: whoever stands above the reader's partner may be unknown to the
 * reader. Of the account above it shows what is meant for the reader's kind; of its own all.
 */
function visibleTo(context: Context) {
  const { account_id, account_type } = context.actor;
  const above = sql`(select parent_id from account where id = ${account_id})`;
  return sql`(n.merchant_id = ${account_id} and ${scope(context, 'n.merchant_id')})
    or (n.merchant_id = ${above} and n.visibility in ('all', ${account_type}))`;
}

export async function latestNews(context: Context, { limit, offset }: InputOf<typeof news.latest>) {
  const query = connect(context);
  const where = visibleTo(context);
  const [page, count] = await Promise.all([
    sql<Row>`select n.id, n.merchant_id as account_type_id, n.merchant_id as partner_id, n.title,
        n.message, n.author_name, n.visibility, n.created_at, n.updated_at
      from news_item n where ${where}
      order by n.created_at desc, n.id desc limit ${limit} offset ${offset}`.execute(query),
    sql<{ count: number }>`select count(*)::int as count from news_item n
      where ${where}`.execute(query),
  ]);
  return { rows: page.rows.map(toRecord), total_count: count.rows[0]?.count ?? 0 };
}

/** How far back news is unread for a user who has not opened any yet. */
const first_days = 30;
const day_ms = 86_400_000;

/** News that has come since the caller last opened it. */
export const newsActionItems: ActionItemQuery = (context) => {
  const { account_id, user_id } = context.actor;
  const first = new Date(context.clock.now().getTime() - first_days * day_ms);
  return sql<ActionItemRow>`select 'unread_news' as kind, count(*) as count, 0::bigint as amount,
      '' as currency, min(n.created_at) as oldest_at,
      case when count(*) = 1 then max(n.title) else '' end as name
    from news_item n join user_account u on u.account_id = ${account_id} and u.id = ${user_id}
    where (${visibleTo(context)}) and n.created_at > coalesce(u.news_read_at, ${first})
    having count(*) > 0`;
};

/** A later time stays: two windows may mark at once, and no time to come is kept. */
async function markRead(context: Context, _: unknown, { until }: InputOf<typeof news.markRead>) {
  const { account_id, user_id, acting_user_id } = context.actor;
  // Whoever acts as a user reads for themselves.
  if (acting_user_id !== '') return;
  const read_at = new Date(Math.min(Date.parse(until), context.clock.now().getTime()));
  await inTransaction(context, account_id, (tx) =>
    sql`update user_account set news_read_at = greatest(news_read_at, ${read_at})
      where account_id = ${account_id} and id = ${user_id}`.execute(tx),
  );
}

export const newsHandlers: Handlers<typeof news> = {
  latest: (context, _params, input) => latestNews(context, input),
  markRead,
};
