// Making a merchant by call: its account, documents, first user and keys in one commit.
import { user_permissions } from '../../contract/accounts/documents/user-permissions.ts';
import { mergedLimits } from '../../contract/accounts/limits.ts';
import type { merchants } from '../../contract/accounts/merchants.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid } from '../../contract/errors.ts';
import { notUnique } from '../../contract/faults.ts';
import type { KeyType } from '../../contract/identity/api-keys.ts';
import type { UserRecord } from '../../contract/identity/users.ts';
import type { Context } from '../context.ts';
import { refuseOnConstraint } from '../db/constraint-errors.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { checkUserGrant } from '../identity/users/grants.ts';
import { writeUser } from '../identity/users/new-user.ts';
import { writeWelcome } from '../identity/users/user-emails.ts';
import { newUserRow } from '../identity/users/users.ts';
import {
  enteredNumber,
  maskedNumber,
  needNumber,
  sealFirstNumber,
  shownBilling,
} from './billing.ts';
import { granted } from './change-partner.ts';
import { auditNew, insertMerchant } from './create.ts';
import { placeBelow } from './place.ts';
import { newProfile } from './profile.ts';
import { getMerchant } from './rows.ts';
import { checkDelegation } from './settings/delegation.ts';
import { userStart } from './user-start.ts';

type NewInput = InputOf<typeof merchants.create>;
type FirstUser = NonNullable<NewInput['user']>;

/** The partner a new merchant belongs to: a partner's own unless it names one below. */
function partnerOf(context: Context, input: NewInput): string {
  const { account_type, account_id } = context.actor;
  return input.partner_id ?? (account_type === 'partner' ? account_id : invalid('Partner ID'));
}

/** The row of the first user: role admin and the maker's own rights unless stated otherwise. */
async function firstUser(context: Context, merchant_id: string, input: NewInput, user: FirstUser) {
  const role = user.role ?? 'admin';
  const own = user.permissions ?? (role === 'admin' ? { ...context.actor.permissions } : {});
  const permissions = user_permissions.parse(own);
  const account_type = 'merchant';
  checkUserGrant(context.actor, null, { account_type, role, custom_role_id: '', permissions });
  // A role of its own and a processor can only stand once the merchant does.
  if (user.custom_role_id) invalid('Custom Role ID');
  if (user.defaults?.processor_id) invalid('Processor ID');
  const { phone, dateformat, status, notifications, supress_email_notification } = user;
  const start = await userStart(context, partnerOf(context, input));
  const { timezone } = user;
  return await newUserRow(context, {
    ...start,
    account_type: 'merchant',
    account_id: merchant_id,
    username: user.username,
    password: user.password ?? '',
    name: user.name,
    email: user.email,
    role,
    permissions,
    ...(phone && { phone }),
    ...(timezone && { timezone }),
    ...(dateformat && { dateformat }),
    ...(status && { status }),
    ...(notifications && { notifications }),
    ...(supress_email_notification !== undefined && { supress_email_notification }),
  });
}

interface Made {
  user?: UserRecord;
  api_key?: string;
  pub_api_key?: string;
}

async function insertFirstUser(
  tx: Tx,
  context: Context,
  row: Awaited<ReturnType<typeof firstUser>>,
  user: FirstUser,
) {
  // Clients of this call expect both keys; only a plain no leaves one out (gateway-api 17).
  const keys: KeyType[] = [];
  if (user.create_api_key !== false) keys.push('api');
  if (user.create_pub_api_key !== false) keys.push('pub');
  const made = await writeUser(tx, context, row, keys);
  if (user.send_welcome) await writeWelcome(tx, context, row);
  return made;
}

async function insert(tx: Tx, context: Context, id: string, partner_id: string, input: NewInput) {
  await placeBelow(tx, context, partner_id);
  const switches = { permissions: { ...input.permissions }, flags: { ...input.flags } };
  await checkDelegation(tx, context, { permissions: {}, flags: {} }, granted(switches));
  const { actor } = context;
  const vouched = input.accept_tos && {
    tos_accepted_by: actor.user_id,
    tos_accepted_by_username: actor.username,
  };
  const account = await insertMerchant(tx, context, {
    id,
    parent_id: partner_id,
    ...newProfile(input),
    receipt_email: input.receipt_email ?? '',
    limits: mergedLimits({}, input.limits),
    ...switches,
    ...vouched,
  });
  await insertBilling(tx, context, id, input);
  return account;
}

/** After the account stands: the key that seals the number belongs to it. */
async function insertBilling(tx: Tx, context: Context, id: string, input: NewInput) {
  const billing = input.billing ?? input.billing_details;
  if (!billing) return;
  const number = enteredNumber(billing) ?? needNumber();
  await tx
    .updateTable('merchant')
    .set({
      billing_details: JSON.stringify(shownBilling(billing, maskedNumber(number))),
      billing_account_number: await sealFirstNumber(tx, context, id, number),
    })
    .where('merchant_id', '=', id)
    .execute();
}

/** Makes a merchant below a partner in scope; keys and user are answered this once. */
export async function createMerchantByCall(context: Context, _params: unknown, input: NewInput) {
  const id = context.ids.next();
  const partner_id = partnerOf(context, input);
  const row = input.user ? await firstUser(context, id, input, input.user) : null;
  const made = await written(context, id, async (tx): Promise<Made> => {
    const account = await insert(tx, context, id, partner_id, input);
    const first = row && input.user && (await insertFirstUser(tx, context, row, input.user));
    const { noted, ...shown } = first || {};
    await auditNew(tx, context, account, noted && { user: noted });
    return shown;
  });
  return { ...(await getMerchant(context, id)), ...made };
}

async function written<T>(context: Context, id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const sentences = { user_account_username_key_key: notUnique('user.username') };
  return await refuseOnConstraint(inTransaction(context, id, work), sentences, 'invalid');
}
