// What a partner may grant below itself: its own delegations, within those of all its parents.
import { sql } from 'kysely';
import {
  type Flags,
  flag_names,
  flags,
  partnerFlags,
} from '../../../contract/accounts/documents/flags.ts';
import {
  type Permissions,
  permission_names,
  permissions,
} from '../../../contract/accounts/documents/permissions.ts';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';

export interface Delegation {
  permissions: Permissions;
  flags: Flags;
}

type Switches = Readonly<Record<string, boolean | undefined>>;
interface Stored {
  permissions: unknown;
  flags: unknown;
}

/** Leave of one partner by itself: nobody has narrowed what is null. */
export function ownDelegation(stored: Stored): Delegation {
  const all = Object.fromEntries(permission_names.map((name) => [name, true]));
  return {
    permissions: permissions.parse(stored.permissions ?? all),
    flags: flags.parse(stored.flags ?? partnerFlags()),
  };
}

function both<T extends Switches>(names: readonly (keyof T & string)[], a: T, b: T): T {
  return { ...a, ...Object.fromEntries(names.map((name) => [name, a[name] && b[name]])) };
}

/** What a partner may grant, as things stand. */
export async function delegationOf(query: Query | Tx, partner_id: string): Promise<Delegation> {
  const { rows } = await sql<Stored>`select p.permissions, p.flags from account_closure r
    join partner p on p.id = r.account_id where r.descendant_id = ${partner_id}`.execute(query);
  const [first, ...rest] = rows.map(ownDelegation);
  return rest.reduce(
    (so_far, one) => ({
      permissions: both(permission_names, so_far.permissions, one.permissions),
      flags: both(flag_names, so_far.flags, one.flags),
    }),
    first ?? ownDelegation({ permissions: {}, flags: {} }),
  );
}

/**
 * 403 unless the caller may turn these switches: an administrator all, a partner those it may
 * grant, on and off alike; nobody else any. `before` is what stands.
 */
export async function checkDelegation(
  tx: Tx,
  context: Context,
  before: { permissions: Switches; flags: Switches },
  after: { permissions: Switches; flags: Switches },
): Promise<void> {
  const { account_type, account_id } = context.actor;
  if (account_type === 'admin' || account_type === 'system') return;
  const changed = (kind: keyof Delegation) =>
    Object.keys(after[kind]).filter((name) => after[kind][name] !== before[kind][name]);
  const [permissions_changed, flags_changed] = [changed('permissions'), changed('flags')];
  if (permissions_changed.length + flags_changed.length === 0) return;
  const delegated: { permissions: Switches; flags: Switches } =
    account_type === 'partner'
      ? await delegationOf(tx, account_id)
      : { permissions: {}, flags: {} };
  const barred =
    permissions_changed.find((name) => delegated.permissions[name] !== true) ??
    flags_changed.find((name) => delegated.flags[name] !== true);
  if (barred === undefined) return;
  refuse('forbidden', `forbidden: you cannot grant ${barred}; contact support`);
}
