// Making and changing a partner: profile, delegations, status, and its parent.
import type { partners } from '../../contract/accounts/partners.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { refuse } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { lockTree, moveAccount } from '../identity/account-tree.ts';
import { invalidateCredentials } from '../identity/sessions/credential-cache.ts';
import { insertPartner } from './create.ts';
import { placeBelow } from './place.ts';
import {
  asColumns,
  before as beforeOf,
  changedContacts,
  changedMembers,
  newProfile,
  profile_names,
} from './profile.ts';
import { getPartner, type PartnerRow, partnerRow } from './rows.ts';
import { checkDelegation, delegationOf, ownDelegation } from './settings/delegation.ts';
import { differing, mark, settingKey } from './settings/setting-provenance.ts';
import { moveStatus } from './status.ts';

type NewInput = InputOf<typeof partners.create>;
type Change = InputOf<typeof partners.update>;

/** Below the one named, else below the caller; for an administrator at the top. */
function parentOf(context: Context, parent_id: string | undefined): string | null {
  const { account_type, account_id } = context.actor;
  return parent_id ?? (account_type === 'partner' ? account_id : null);
}

export async function createPartnerByCall(context: Context, _params: unknown, input: NewInput) {
  const id = context.ids.next();
  const parent_id = parentOf(context, input.parent_id);
  await inTransaction(context, id, async (tx) => {
    if (parent_id !== null) await placeBelow(tx, context, parent_id);
    const requested = { permissions: { ...input.permissions }, flags: { ...input.flags } };
    await checkDelegation(tx, context, { permissions: {}, flags: {} }, granted(requested));
    await insertPartner(tx, context, {
      id,
      parent_id,
      ...newProfile(input),
      email: input.email ?? '',
      ...(input.permissions && { permissions: requested.permissions }),
      ...(input.flags && { flags: requested.flags }),
    });
  });
  return await getPartner(context, id);
}

/** Of a new document only what is on has to be granted. */
export function granted(requested: { permissions: object; flags: object }) {
  const on = (switches: object) =>
    Object.fromEntries(Object.entries(switches).filter(([, value]) => value === true));
  return { permissions: on(requested.permissions), flags: on(requested.flags) };
}

const above_only = ['status', 'fee_schedule_id', 'permissions', 'flags', 'parent_id'];

/** Only the accounts above a partner may change its parent, delegations, fees and status. */
function mayChange(context: Context, id: string, change: object): void {
  const name = above_only.find((one) => one in change);
  if (name === undefined || context.actor.account_id !== id) return;
  refuse('forbidden', `forbidden: only an account above the partner can change its ${name}`);
}

/** The switches a partner may grant below itself, as the input leaves them. */
async function changedDelegation(tx: Tx, row: PartnerRow, input: Change) {
  const own = ownDelegation(row);
  // As it is answered: a caller sends back what it was shown, which those above may have narrowed.
  const shown = await delegationOf(tx, row.id);
  const laid = (kind: 'permissions' | 'flags') => {
    const entries = Object.entries(input[kind] ?? {}).filter(
      ([name, value]) => value !== undefined && value !== (shown[kind] as never)[name],
    );
    return entries.length === 0 ? null : { ...own[kind], ...Object.fromEntries(entries) };
  };
  const [permissions, flags] = [laid('permissions'), laid('flags')];
  return { ...(permissions && { permissions }), ...(flags && { flags }) };
}

function movesTo(row: PartnerRow, input: Change): { parent_id?: string } {
  const parent_id = input.parent_id;
  if (parent_id === undefined || parent_id === null || parent_id === (row.parent_id ?? ''))
    return {};
  return { parent_id };
}

/** What the input changes of the row, members that stay left out. */
async function changeOf(tx: Tx, row: PartnerRow, input: Change) {
  const own = await changedDelegation(tx, row, input);
  return {
    account: changedMembers(row, input, ['name', 'timezone']),
    partner: {
      ...changedMembers(row, input, [...profile_names, 'email']),
      ...changedContacts(row, input),
      ...own,
    } as Record<string, unknown>,
    ...changedMembers(row, input, ['status']),
    ...movesTo(row, input),
  };
}

async function move(tx: Tx, context: Context, row: PartnerRow, parent_id: string): Promise<void> {
  // Whoever takes it out of its place must reach that place too: a partner moves below itself.
  if (parent_id === '' && context.actor.account_type === 'partner') {
    refuse('forbidden', 'forbidden: only an administrator can move a partner to the top');
  }
  if (parent_id !== '') await placeBelow(tx, context, parent_id);
  await moveAccount(tx, context, row.id, parent_id === '' ? null : parent_id);
}

async function write(tx: Tx, context: Context, row: PartnerRow, input: Change): Promise<void> {
  const { id } = row;
  const change = await changeOf(tx, row, input);
  const { account, partner, parent_id } = change;
  const flat = { ...account, ...partner, ...without(change) };
  mayChange(context, id, flat);
  const own = ownDelegation(row);
  await checkDelegation(tx, context, own, { ...own, ...(partner as object) });
  if (parent_id !== undefined) await move(tx, context, row, parent_id);
  if (input.status && 'status' in flat) await moveStatus(tx, context, row, input.status);
  await tx
    .updateTable('account')
    .set({ ...account, updated_at: context.clock.now() })
    .where('id', '=', id)
    .execute();
  if (Object.keys(partner).length > 0) {
    await tx
      .updateTable('partner')
      .set(asColumns(partner) as never)
      .where('id', '=', id)
      .execute();
  }
  await mark(tx, context, id, delegationMarks(own, partner));
  const before = beforeOf({ ...row, parent_id: row.parent_id ?? '', ...own }, flat);
  await audit(tx, context, {
    verb: 'update',
    noun: 'partner',
    id,
    merchant_id: id,
    before,
    after: flat,
  });
}

function without({
  account: _account,
  partner: _partner,
  ...rest
}: object & {
  account: unknown;
  partner: unknown;
}) {
  return rest;
}

function delegationMarks(
  own: ReturnType<typeof ownDelegation>,
  partner: Record<string, unknown>,
): string[] {
  const names = (kind: 'permissions' | 'flags') =>
    kind in partner ? differing(own[kind], partner[kind] as Record<string, unknown>) : [];
  return [
    ...names('permissions').map((name) => settingKey('permission', '', name)),
    ...names('flags').map((name) => settingKey('flag', '', name)),
  ];
}

export async function updatePartner(context: Context, { id }: { id: string }, input: Change) {
  await inTransaction(context, id, async (tx) => {
    // Before any row is held: whoever makes an account holds the tree first too.
    if (input.parent_id !== undefined && input.parent_id !== null) await lockTree(tx);
    await write(tx, context, await partnerRow(tx, context, id, true), input);
  });
  invalidateCredentials(context);
  return await getPartner(context, id);
}
