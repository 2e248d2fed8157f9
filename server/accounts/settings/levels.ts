// The levels above an account, as parts of a statement: values that partners have set for it.
import { type RawBuilder, sql } from 'kysely';

/** Default values of the partners above the account in this column, the topmost first. */
export function defaultsAbove(column: string): RawBuilder<unknown[]> {
  return sql<unknown[]>`(select coalesce(jsonb_agg(p.default_values order by r.depth desc),
      '[]'::jsonb) from account_closure r join partner p on p.id = r.account_id
    where r.descendant_id = ${sql.ref(column)} and r.depth > 0)`;
}
