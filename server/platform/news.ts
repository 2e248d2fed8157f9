// Reads the news an account is visibleTo: by the account directly above, and by itself.
import { sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import type { NewsItem, news } from '../../contract/platform/news.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
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

export const newsHandlers: Handlers<typeof news> = {
  latest: (context, _params, input) => latestNews(context, input),
};
