// Who gave a setting its value and when, kept beside the document in the same commit.
import { type Selectable, sql } from 'kysely';
import type { SettingKind } from '../../../contract/accounts/settings.ts';
import type { Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';
import type { SettingMark } from '../../db/tables.generated.ts';

export type Mark = Selectable<SettingMark>;

type Members = Readonly<Record<string, unknown>>;

/** Where a setting lies: `default/invoices/title`, `permission//allow_surcharge`. */
export function settingKey(kind: SettingKind, group: string, name: string): string {
  return `${kind}/${group}/${name}`;
}

/** Names whose values differ between two documents. */
export function differing(before: Members, after: Members): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Notes the caller as whoever set these; `keys` as settingKey() makes them. */
export async function mark(
  tx: Tx,
  context: Context,
  account_id: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const { actor } = context;
  const by = {
    by_account_type: actor.account_type,
    by_account_id: actor.account_id,
    by_user_id: actor.user_id,
    // Whoever acts as a user is who did it.
    by_user_name: actor.acting_user_name || actor.username,
    set_at: context.clock.now(),
  };
  await tx
    .insertInto('setting_mark')
    .values(keys.map((id) => ({ merchant_id: account_id, id, ...by })))
    .onConflict((conflict) => conflict.columns(['merchant_id', 'id']).doUpdateSet(by))
    .execute();
}

/** The marks of these accounts below a prefix, by account and key. */
export async function marksOf(
  query: Query,
  account_ids: readonly string[],
  prefix: string,
): Promise<ReadonlyMap<string, Mark>> {
  if (account_ids.length === 0) return new Map();
  const { rows } = await sql<Mark>`select * from setting_mark
    where merchant_id in (${sql.join(account_ids)}) and starts_with(id, ${prefix})`.execute(query);
  return new Map(rows.map((row) => [`${row.merchant_id}/${row.id}`, row]));
}
