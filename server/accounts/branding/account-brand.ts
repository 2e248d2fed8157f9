// Whose name an account's mails carry: the brand of the nearest partner above that has one.
import { type RawBuilder, sql } from 'kysely';
import type { AccountBrand, Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';

/**
 * The brand of the account or of the nearest one above it; of several brands that of the requested
 * domain, else the oldest. Without one, that of the installation; null where there is none either.
 * `domain` is the brand's own, so the host of a request cannot lead a link elsewhere.
 */
export async function accountBrand(
  query: Query | Tx,
  context: Context,
  account_id: string,
): Promise<AccountBrand | null> {
  const host = context.hostname.toLowerCase();
  const { rows } = await sql<AccountBrand>`
    select b.brand_name, b.address, b.support_email, b.support_phone,
      b.domain
    from branding b
    left join account_closure r on r.account_id = b.partner_id and r.descendant_id = ${account_id}
    where r.descendant_id is not null or b.domain = ''
    order by b.domain = '', r.depth, b.domain = ${host} desc, b.created_at, b.id
    limit 1`.execute(query);
  return rows[0] ?? null;
}

/** Whether the nearest partner above with a brand caps surcharges in Colorado in one of them. */
export function coloradoCap(account: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select b.colorado_cap from branding b
    join account_closure r on r.account_id = b.partner_id and r.descendant_id = ${sql.ref(account)}
    order by r.depth, b.colorado_cap desc limit 1), false)`;
}
