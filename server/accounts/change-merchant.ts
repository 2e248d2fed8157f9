// Changing a merchant: profile, switches, bank account for fees, status, and its partner.

import { billing_details } from '../../contract/accounts/contacts.ts';
import { presentNames } from '../../contract/accounts/documents/permissions.ts';
import { mergedLimits, stored_limits } from '../../contract/accounts/limits.ts';
import type { BillingInput } from '../../contract/accounts/merchant-billing.ts';
import type { MerchantRecord, merchants } from '../../contract/accounts/merchants.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { refuse } from '../../contract/errors.ts';
import { fieldLabel } from '../../contract/fields.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { lockTree, moveAccount } from '../identity/account-tree.ts';
import { invalidateCredentials } from '../identity/sessions/credential-cache.ts';
import { enteredNumber, maskedNumber, needNumber, sealNumber, shownBilling } from './billing.ts';
import { placeBelow } from './place.ts';
import {
  asColumns,
  before as beforeOf,
  changedContacts,
  changedMembers,
  profile_names,
} from './profile.ts';
import { getMerchant, type MerchantRow, merchantRow } from './rows.ts';
import { checkDelegation } from './settings/delegation.ts';
import { type Documents, readDocuments } from './settings/documents.ts';
import { resetLimitCounters } from './settings/reset-limit-counters.ts';
import { differing, mark, settingKey } from './settings/setting-provenance.ts';
import { moveStatus } from './status.ts';

type Change = InputOf<typeof merchants.update>;
type Members = Record<string, unknown>;

/** Members that only the accounts above the merchant may change. */
const above_only = [
  'name',
  'status',
  'fee_schedule_id',
  'permissions',
  'flags',
  'limits',
  'billing_details',
  'partner_id',
];

function mayChange(context: Context, change: object): void {
  const { account_type } = context.actor;
  const name = above_only.find((one) => one in change);
  if (account_type === 'merchant' && name !== undefined) {
    const what = fieldLabel(name);
    refuse('forbidden', `forbidden: only an account above the merchant can change its ${what}`);
  }
  if (account_type === 'partner' && 'partner_id' in change) {
    refuse('forbidden', 'forbidden: only an administrator can move a merchant to another partner');
  }
}

/** The bank account as the input leaves it; undefined where it stays. */
function changedBilling(row: MerchantRow, input: BillingInput | null | undefined) {
  if (input === undefined) return undefined;
  const stored = billing_details.parse(row.billing_details);
  if (input === null) return stored.ach === null ? undefined : { ach: null };
  const number = enteredNumber(input);
  const own_mask = stored.ach?.masked_account_number;
  // Another mask than its own says nothing about the stored number, so that it may not stay.
  if (number === null && input.account_number && input.account_number !== own_mask) needNumber();
  const masked = number === null ? own_mask : maskedNumber(number);
  if (!masked) return needNumber();
  const after = shownBilling(input, masked);
  const same = number === null && JSON.stringify(after) === JSON.stringify(stored);
  return same ? undefined : after;
}

function billingOf(input: Pick<Change, 'billing' | 'billing_details'>) {
  return input.billing === undefined ? input.billing_details : input.billing;
}

function laidSwitches(documents: Documents, input: Change): Members {
  const kinds = ['permissions', 'flags'] as const;
  const laid = kinds.map((kind) => {
    const entries = Object.entries(input[kind] ?? {}).filter(([, value]) => value !== undefined);
    return [kind, { ...documents[kind], ...Object.fromEntries(entries) }] as const;
  });
  return Object.fromEntries(
    laid.filter(([kind, after]) => differing(documents[kind], after).length > 0),
  );
}

function changedLimits(row: MerchantRow, input: Change): Members {
  const after = mergedLimits(row.limits, input.limits);
  const same = JSON.stringify(after) === JSON.stringify(stored_limits.parse(row.limits));
  return same ? {} : { limits: after };
}

/** What the input changes of the row, members that stay left out. */
function changeOf(row: MerchantRow, input: Change) {
  const documents = readDocuments(row, row.above);
  const billing = changedBilling(row, billingOf(input));
  const moves = input.partner_id !== undefined && input.partner_id !== row.parent_id;
  return {
    documents,
    account: changedMembers(row, input, ['name', 'timezone']),
    merchant: {
      ...changedMembers(row, input, [...profile_names, 'receipt_email']),
      ...changedContacts(row, input),
      ...laidSwitches(documents, input),
      ...changedLimits(row, input),
      ...(billing && { billing_details: billing }),
    } as Members,
    rest: {
      ...changedMembers(row, input, ['status']),
      ...(moves && { partner_id: input.partner_id }),
    } as Members,
  };
}

interface Sealed {
  /** The number that was sent, sealed; null where none was. */
  number: string | null;
}

async function write(
  tx: Tx,
  context: Context,
  row: MerchantRow,
  input: Change,
  sealed: Sealed,
): Promise<void> {
  const id = row.merchant_id;
  const { documents, account, merchant, rest } = changeOf(row, input);
  const flat = { ...account, ...merchant, ...rest };
  mayChange(context, flat);
  await checkDelegation(tx, context, documents, { ...documents, ...(merchant as object) });
  if (rest.partner_id !== undefined && input.partner_id) {
    await placeBelow(tx, context, input.partner_id);
    await moveAccount(tx, context, id, input.partner_id);
  }
  if (rest.status !== undefined && input.status) {
    await moveStatus(tx, context, { id, status: row.status }, input.status);
  }
  await tx
    .updateTable('account')
    .set({ ...account, updated_at: context.clock.now() })
    .where('id', '=', id)
    .execute();
  await writeMerchant(tx, id, { ...merchant, ...sparse(row, documents, merchant) }, sealed);
  // What is counted are the days and months of the zone.
  const recounts = merchant.limits !== undefined || account.timezone !== undefined;
  if (recounts) await resetLimitCounters(tx, id);
  await mark(tx, context, id, switchMarks(documents, merchant));
  const before = beforeOf({ ...row, ...documents, partner_id: row.parent_id ?? '' }, flat);
  await audit(tx, context, {
    verb: 'update',
    noun: 'merchant',
    id,
    merchant_id: id,
    before,
    after: flat,
  });
}

/** As stored: what nobody has switched stays out, so that the inspector can say so. */
function sparse(row: MerchantRow, documents: Documents, merchant: Members): Members {
  const kinds = (['permissions', 'flags'] as const).filter((kind) => kind in merchant);
  return Object.fromEntries(
    kinds.map((kind) => {
      const after = merchant[kind] as Members;
      const changed = differing(documents[kind], after).map((name) => [name, after[name]] as const);
      return [kind, { ...presentNames(row[kind] as Members), ...Object.fromEntries(changed) }];
    }),
  );
}

async function writeMerchant(tx: Tx, id: string, merchant: Members, { number }: Sealed) {
  if (Object.keys(merchant).length === 0) return;
  const removed = (merchant.billing_details as { ach: unknown } | undefined)?.ach === null;
  await tx
    .updateTable('merchant')
    .set({
      ...asColumns(merchant),
      ...(number !== null && { billing_account_number: number }),
      ...(removed && { billing_account_number: '' }),
    } as never)
    .where('merchant_id', '=', id)
    .execute();
}

function switchMarks(documents: Documents, merchant: Members): string[] {
  const names = (kind: 'permissions' | 'flags') =>
    kind in merchant ? differing(documents[kind], merchant[kind] as Members) : [];
  return [
    ...names('permissions').map((name) => settingKey('permission', '', name)),
    ...names('flags').map((name) => settingKey('flag', '', name)),
  ];
}

/** Changes a merchant in scope; 403 names what is somebody else's to change. */
export async function updateMerchant(
  context: Context,
  { id }: { id: string },
  input: Change,
): Promise<MerchantRecord> {
  const number = enteredNumber(billingOf(input));
  if (number !== null && context.actor.account_type === 'merchant') {
    mayChange(context, { billing_details: number });
  }
  if (number !== null) await getMerchant(context, id);
  const sealed = { number: number === null ? null : await sealNumber(context, id, number) };
  await inTransaction(context, id, async (tx) => {
    if (input.partner_id !== undefined) await lockTree(tx);
    await write(tx, context, await merchantRow(tx, context, id, true), input, sealed);
  });
  invalidateCredentials(context);
  return await getMerchant(context, id);
}
