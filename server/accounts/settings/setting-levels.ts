// The levels a setting may stand on, from the topmost partner to the user, with who set what.
import { sql } from 'kysely';
import type { AccountType } from '../../../contract/access/access.ts';
import { asSystem, type Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { UserRow } from '../../identity/users/users.ts';
import { type Mark, marksOf } from './setting-provenance.ts';

export interface AccountLevel {
  id: string;
  name: string;
  account_type: Exclude<AccountType, 'admin'>;
  default_values: unknown;
  permissions: unknown;
  flags: unknown;
  requireds: unknown;
}

/** The partners above an account and itself, the topmost first; the caller may reach the last. */
export async function accountLevels(context: Context, id: string): Promise<AccountLevel[]> {
  const { rows } = await sql<AccountLevel>`select a.id, a.name, a.account_type,
      coalesce(m.default_values, p.default_values) as default_values,
      coalesce(m.permissions, p.permissions) as permissions,
      coalesce(m.flags, p.flags) as flags, m.requireds
    from account_closure r join account a on a.id = r.account_id
      left join partner p on p.id = a.id left join merchant m on m.merchant_id = a.id
    where r.descendant_id = ${id} and a.account_type in ('partner', 'merchant')
    order by r.depth desc`.execute(connect(asSystem(context)));
  return rows;
}

export interface SettingAuthor {
  set_by: string;
  set_at: string | null;
}
export const nobody_set: SettingAuthor = { set_by: '', set_at: null };

export interface SettingAuthors {
  /** Who gave the setting of this key its value on this account. */
  ofAccount(account_id: string, key: string): SettingAuthor;
}

const words: Readonly<Record<string, string>> = {
  admin: 'an administrator',
  partner: 'a partner above',
  system: 'the system',
};

/**
 * Who set what on these levels. Persons of the caller's own account and of those below are named;
 * of those above only that it was one of them.
 */
export async function authorsOf(
  context: Context,
  levels: readonly AccountLevel[],
): Promise<SettingAuthors> {
  const ids = levels.map(({ id }) => id);
  const marks = await marksOf(connect(asSystem(context)), ids, '');
  const { account_type, account_id } = context.actor;
  const own_place = ids.indexOf(account_id);
  const known = new Set(own_place < 0 ? [] : ids.slice(own_place));
  const seen = (id: string) => account_type === 'admin' || known.has(id);
  const nameOf = (mark: Mark) =>
    seen(mark.by_account_id) ? mark.by_user_name : (words[mark.by_account_type] ?? '');
  return {
    ofAccount(id, key) {
      const mark = marks.get(`${id}/${key}`);
      if (!mark || !seen(id)) return nobody_set;
      return { set_by: nameOf(mark), set_at: mark.set_at.toISOString() };
    },
  };
}

type Members = Record<string, unknown>;
interface Change {
  before: unknown;
  after: unknown;
  user_name: string;
  acting_user_name: string;
  account_type: string;
  account_id: string;
  created_at: Date;
}

/** How many audit rows are searched for who set a value; older values are shown without a user. */
const max_changes = 200;

/**
 * Who gave members of a user their values, by the audit rows of the user, the newest first. The
 * first user of a merchant stands in the row of the merchant it was made with.
 */
export async function userAuthors(
  context: Context,
  user: UserRow,
): Promise<(pick: (record: Members) => unknown) => SettingAuthor> {
  const { account_id: of_account, id } = user;
  const { rows } = await sql<Change>`select before, user_name, acting_user_name, account_type,
      account_id, created_at, case noun when 'user' then after else after -> 'user' end as after
    from audit_log where merchant_id = ${of_account} and noun_id in (${id}, ${of_account})
      and (noun = 'user' and verb in ('create', 'update')
        or noun = 'merchant' and verb = 'create' and after -> 'user' ->> 'id' = ${id})
    order by id desc limit ${max_changes}`.execute(connect(asSystem(context)));
  const { account_type, account_id } = context.actor;
  return (pick) => {
    const value = (of: unknown) => JSON.stringify(pick((of ?? {}) as Members));
    const row = rows.find((one) => one.after !== null && value(one.before) !== value(one.after));
    if (!row) return nobody_set;
    const seen = account_type !== 'merchant' || row.account_id === account_id;
    const name = row.acting_user_name || row.user_name;
    return {
      set_by: seen ? name : (words[row.account_type] ?? ''),
      set_at: row.created_at.toISOString(),
    };
  };
}
