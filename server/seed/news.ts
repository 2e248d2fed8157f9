// The news of the demo world: each partner tells those below it one thing.
import type { Context } from '../context.ts';
import { inTransaction } from '../db/database.ts';

export async function seedNews(context: Context, partner: { id: string; name: string }) {
  const now = context.clock.now();
  await inTransaction(context, partner.id, (tx) =>
    tx
      .insertInto('news_item')
      .values({
        merchant_id: partner.id,
        id: context.ids.next(),
        title: 'Settlement on Thanksgiving',
        message: 'Banks are closed on Thursday. Payments taken on Wednesday settle on Friday.',
        author_name: `${partner.name} support`,
        visibility: 'all',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
}
