// Latest News: what the account above tells those directly below it (spec 1 §1, §3).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { list_query } from '../crud.ts';
import { endpoint, list, nothing } from '../endpoint.ts';
import { id, instant, moment } from '../fields.ts';

/** Which of those below it is for. */
const visibilities = ['all', 'merchant', 'partner'] as const;

export const news_item_record = z.object({
  id,
  /** The account that wrote it; for its own readers the same as `partner_id`. */
  account_type_id: id,
  partner_id: id,
  title: z.string(),
  message: z.string(),
  author_name: z.string(),
  visibility: z.enum(visibilities),
  created_at: moment,
  updated_at: moment,
});
export type NewsItem = z.output<typeof news_item_record>;

export const news = {
  latest: endpoint({
    method: 'GET',
    path: '/dashboard/news',
    access: signedIn(undefined, { scope: 'view_accounts' }),
    input: list_query,
    reply: list(news_item_record),
    rate_class: 'read',
    summary: "News of the account directly above and the caller's own, newest first.",
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/dashboard/news/read',
    access: signedIn(undefined, { scope: 'view_accounts' }),
    /** `created_at` of the newest item that was shown. */
    input: z.object({ until: instant }),
    reply: nothing(),
    rate_class: 'write',
    summary: 'Marks news up to this time as read by the caller.',
  }),
};
