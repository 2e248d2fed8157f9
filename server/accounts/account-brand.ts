// Whose name an account's mails carry: the brand of the nearest partner above that has one.
import { sql } from 'kysely';
import type { AccountBrand, Context } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';

/**
 * The brand of the domain the request was made to goes first where its partner stands above the
 * account: a domain of anybody else must not end up in a link that opens the account. The
 * installation's own brand comes last; null where nobody has branded anything.
 */
export async function accountBrand(
  query: Query | Tx,
  context: Context,
  account_id: string,
): Promise<AccountBrand | null> {
  const asked = context.hostname.toLowerCase();
  const { rows } = await sql<AccountBrand>`
    select b.brand_name, b.address, b.support_email, b.support_phone,
      case when b.domain = ${asked} then b.domain else '' end as domain
    from branding b
    left join account_reach r on r.account_id = b.partner_id and r.reached_id = ${account_id}
    where r.reached_id is not null or b.domain = ''
    order by b.domain = '', b.domain = ${asked} desc, r.depth, b.created_at, b.id
    limit 1`.execute(query);
  return rows[0] ?? null;
}
