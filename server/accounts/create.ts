// Makes admin offices, partners and merchants: an account in the tree and its profile.
import { billing_details, contact } from '../../contract/accounts/contacts.ts';
import { field_requirements_change } from '../../contract/accounts/documents/field-requirements.ts';
import { flags as all_flags, flags_change } from '../../contract/accounts/documents/flags.ts';
import {
  permissions as all_permissions,
  permissions_change,
  presentNames,
} from '../../contract/accounts/documents/permissions.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { type Account, createAccount, type NewAccount } from '../identity/account-tree.ts';
import { ownDefaults } from './settings/documents.ts';
import { mark, settingKey } from './settings/setting-provenance.ts';

type Members = Readonly<Record<string, unknown>>;

interface Profile {
  description?: string;
  website?: string;
  /** Digits. */
  phone?: string;
  phone_ext?: string;
  fee_schedule_id?: string;
  primary_contact?: Members;
  billing_contact?: Members;
}

export interface NewPartner extends Omit<NewAccount, 'account_type'>, Profile {
  email?: string;
  /** What it may grant; left out: all that its own partner may. */
  permissions?: Members;
  flags?: Members;
}

export interface NewMerchant extends Omit<NewAccount, 'account_type'>, Profile {
  parent_id: string;
  receipt_email?: string;
  /** Documents; what is absent has its initial value. */
  permissions?: Members;
  flags?: Members;
  requireds?: Members;
  default_values?: Members;
  limits?: Members;
  billing_details?: Members;
  /** Sealed; see billing.ts. */
  billing_account_number?: string;
  tos_accepted_by?: string;
  tos_accepted_by_username?: string;
}

/** An office of the gateway's own people. */
export async function createOffice(context: Context, name: string, id?: string): Promise<Account> {
  const admin = { id: id ?? context.ids.next(), account_type: 'admin', parent_id: null } as const;
  return await inTransaction(context, admin.id, async (tx) => {
    const account = await createAccount(tx, context, { ...admin, name });
    await auditNew(tx, context, account);
    return account;
  });
}

/** A partner with its profile, below another partner or at the top. */
export async function createPartner(context: Context, input: NewPartner): Promise<Account> {
  const id = input.id ?? context.ids.next();
  return await inTransaction(context, id, (tx) => insertPartner(tx, context, { ...input, id }));
}

/** As createPartner(), in a transaction that writes to the account of this id. */
export async function insertPartner(
  tx: Tx,
  context: Context,
  input: NewPartner & { id: string },
): Promise<Account> {
  const { id, permissions, flags } = input;
  const account = await createAccount(tx, context, { ...input, account_type: 'partner' });
  await tx
    .insertInto('partner')
    .values({
      id,
      email: input.email ?? '',
      ...profileOf(input),
      ...(permissions && { permissions: JSON.stringify(all_permissions.parse(permissions)) }),
      ...(flags && { flags: JSON.stringify(all_flags.parse(flags)) }),
    })
    .execute();
  await auditNew(tx, context, account);
  return account;
}

/** A merchant with its profile and documents, below a partner. */
export async function createMerchant(context: Context, input: NewMerchant): Promise<Account> {
  const id = input.id ?? context.ids.next();
  return await inTransaction(context, id, async (tx) => {
    const account = await insertMerchant(tx, context, { ...input, id });
    await auditNew(tx, context, account);
    return account;
  });
}

/**
 * As createMerchant(), in a transaction that writes to the merchant of this id. The audit row is
 * the caller's: it names what else is made with the merchant.
 */
export async function insertMerchant(
  tx: Tx,
  context: Context,
  input: NewMerchant & { id: string },
): Promise<Account> {
  const { id } = input;
  const account = await createAccount(tx, context, { ...input, account_type: 'merchant' });
  await tx
    .insertInto('merchant')
    .values(merchantValues(context, id, input))
    .execute();
  const switches = (kind: 'permission' | 'flag', on: Members = {}) =>
    Object.keys(on).map((name) => settingKey(kind, '', name));
  const set = [...switches('permission', input.permissions), ...switches('flag', input.flags)];
  await mark(tx, context, id, set);
  return account;
}

function profileOf(input: Profile) {
  return {
    description: input.description ?? '',
    website: input.website ?? '',
    phone: input.phone ?? '',
    phone_ext: input.phone_ext ?? '',
    fee_schedule_id: input.fee_schedule_id ?? '',
    primary_contact: JSON.stringify(contact.parse(input.primary_contact)),
    billing_contact: JSON.stringify(contact.parse(input.billing_contact)),
  };
}

function merchantValues(context: Context, merchant_id: string, input: NewMerchant) {
  return {
    merchant_id,
    ...profileOf(input),
    receipt_email: input.receipt_email ?? '',
    // Only what is switched here, so that the inspector can say who did.
    permissions: JSON.stringify(permissions_change.parse(presentNames({ ...input.permissions }))),
    flags: JSON.stringify(flags_change.parse(input.flags ?? {})),
    requireds: JSON.stringify(field_requirements_change.parse(input.requireds ?? {})),
    // Only what is set here: the rest is the partners' to say.
    default_values: JSON.stringify(ownDefaults(input.default_values)),
    limits: JSON.stringify(input.limits ?? {}),
    billing_details: JSON.stringify(billing_details.parse(input.billing_details)),
    billing_account_number: input.billing_account_number ?? '',
    tos_accepted_by: input.tos_accepted_by ?? '',
    tos_accepted_by_username: input.tos_accepted_by_username ?? '',
    tos_last_accepted_at: input.tos_accepted_by ? context.clock.now() : null,
  };
}

/** The row of a new account; `made_with` is what the same call made beside it. */
export async function auditNew(
  tx: Tx,
  context: Context,
  account: Account,
  made_with: object = {},
): Promise<void> {
  const { id, account_type: noun } = account;
  const after = { ...account, ...made_with };
  await audit(tx, context, { verb: 'create', noun, id, merchant_id: id, after });
}
