// Makes admin offices, partners and merchants: an account in the tree and its profile.
import { billing_details, contact } from '../../contract/accounts/contacts.ts';
import { default_values } from '../../contract/accounts/documents/default-values.ts';
import { flags as all_flags } from '../../contract/accounts/documents/flags.ts';
import {
  permissions as all_permissions,
  presentNames,
} from '../../contract/accounts/documents/permissions.ts';
import { requireds_change } from '../../contract/accounts/documents/requireds.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { type Account, createAccount, type NewAccount } from '../identity/accounts-tree.ts';

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
}

export interface NewMerchant extends Omit<NewAccount, 'account_type'>, Profile {
  parent_id: string;
  receipt_email?: string;
  /** Documents; what is absent has its initial value. */
  permissions?: Members;
  flags?: Members;
  requireds?: Members;
  default_values?: Members;
  billing_details?: Members;
  tos_accepted_by?: string;
  tos_accepted_by_username?: string;
}

/** An office of the gateway's own people. */
export async function createOffice(context: Context, name: string, id?: string): Promise<Account> {
  const given = { id: id ?? context.ids.next(), account_type: 'admin', parent_id: null } as const;
  return await inTransaction(context, given.id, async (tx) => {
    const account = await createAccount(tx, context, { ...given, name });
    await auditNew(tx, context, account);
    return account;
  });
}

/** A partner with its profile, below another partner or at the top. */
export async function createPartner(context: Context, given: NewPartner): Promise<Account> {
  const id = given.id ?? context.ids.next();
  return await inTransaction(context, id, async (tx) => {
    const account = await createAccount(tx, context, { ...given, id, account_type: 'partner' });
    await tx
      .insertInto('partner')
      .values({ id, email: given.email ?? '', ...profileOf(given) })
      .execute();
    await auditNew(tx, context, account);
    return account;
  });
}

/** A merchant with its profile and documents, below a partner. */
export async function createMerchant(context: Context, given: NewMerchant): Promise<Account> {
  const id = given.id ?? context.ids.next();
  return await inTransaction(context, id, async (tx) => {
    const account = await createAccount(tx, context, { ...given, id, account_type: 'merchant' });
    await tx
      .insertInto('merchant')
      .values(merchantRow(context, id, given))
      .execute();
    await auditNew(tx, context, account);
    return account;
  });
}

function profileOf(given: Profile) {
  return {
    description: given.description ?? '',
    website: given.website ?? '',
    phone: given.phone ?? '',
    phone_ext: given.phone_ext ?? '',
    fee_schedule_id: given.fee_schedule_id ?? '',
    primary_contact: JSON.stringify(contact.parse(given.primary_contact)),
    billing_contact: JSON.stringify(contact.parse(given.billing_contact)),
  };
}

function merchantRow(context: Context, merchant_id: string, given: NewMerchant) {
  return {
    merchant_id,
    ...profileOf(given),
    receipt_email: given.receipt_email ?? '',
    permissions: JSON.stringify(all_permissions.parse(presentNames({ ...given.permissions }))),
    flags: JSON.stringify(all_flags.parse(given.flags ?? {})),
    requireds: JSON.stringify(requireds_change.parse(given.requireds ?? {})),
    default_values: JSON.stringify(default_values.parse(given.default_values)),
    billing_details: JSON.stringify(billing_details.parse(given.billing_details)),
    tos_accepted_by: given.tos_accepted_by ?? '',
    tos_accepted_by_username: given.tos_accepted_by_username ?? '',
    tos_last_accepted_at: given.tos_accepted_by ? context.clock.now() : null,
  };
}

async function auditNew(tx: Tx, context: Context, account: Account): Promise<void> {
  const { id, account_type: noun } = account;
  await audit(tx, context, { verb: 'create', noun, id, merchant_id: id, after: account });
}
