// The people and accounts of the demo world: one admin, two partners, partners below one of them
// at two depths, five merchants.

import type { AccountType, Role } from '../../contract/access/access.ts';
import { permission_names } from '../../contract/accounts/documents/permissions.ts';
import { allUserPermissions } from '../../contract/accounts/documents/user-permissions.ts';
import type { Context } from '../context.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { createAccount } from '../identity/account-tree.ts';
import { insertApiKey } from '../identity/api-keys/new-api-key.ts';
import { insertUser } from '../identity/users/new-user.ts';
import { newUserRow } from '../identity/users/users.ts';
import { demo_password, demoKey } from './credentials.ts';
import { type Trade, trades } from './demo-merchants.ts';
import { seedNews } from './news.ts';

export interface SeededMerchant {
  trade: Trade;
  id: string;
  /** Whom transactions of the control panel and of the API are booked to. */
  clerk: { id: string; username: string };
  api_user: { id: string; username: string };
}

export interface SeededUser {
  id: string;
  username: string;
}

interface NewDemoUser {
  account_type: AccountType;
  account_id: string;
  username: string;
  name: string;
  role: Role;
  permissions?: Record<string, boolean>;
}

/** A user with the demo password and, by its user name, a key that is the same at every start. */
export async function addUser(context: Context, user: NewDemoUser): Promise<SeededUser> {
  const row = await newUserRow(context, {
    ...user,
    password: demo_password,
    email: `${user.username}@example.com`,
    phone: '5035550100',
    tos_accepted: true,
  });
  return await inTransaction(context, user.account_id, async (tx) => {
    const { user } = await insertUser(tx, context, row);
    await addKeys(tx, context, user);
    return { id: user.id, username: user.username };
  });
}

async function addKeys(
  tx: Tx,
  context: Context,
  user: { id: string; account_type: AccountType; account_type_id: string; username: string },
): Promise<void> {
  for (const type of ['api', 'pub'] as const) {
    const value = demoKey(context.keys, type, user.username);
    await insertApiKey(tx, context, { user, type, name: `${user.username} ${type}`, value });
  }
}

/** Two users of an account: all rights, and the right to take sales alone. */
async function addTwoUsers(
  context: Context,
  account_type: AccountType,
  account_id: string,
  key: string,
): Promise<{ boss: SeededUser; standard: SeededUser }> {
  const common = { account_type, account_id };
  const boss = await addUser(context, {
    ...common,
    username: `${key}_admin`,
    name: `${title(key)} Admin`,
    role: 'admin',
    permissions: allUserPermissions(),
  });
  const standard = await addUser(context, {
    ...common,
    username: `${key}_clerk`,
    name: `${title(key)} Clerk`,
    role: 'standard',
    permissions: { process_sale: true },
  });
  return { boss, standard };
}

function title(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

interface PartnerPlan {
  key: string;
  name: string;
  above: string | null;
}

export const partner_plans: readonly PartnerPlan[] = [
  { key: 'north', name: 'Northgate Payments', above: null },
  { key: 'harbor', name: 'Harbor Merchant Services', above: null },
  { key: 'harbor_inland', name: 'Harbor Inland', above: 'harbor' },
  { key: 'harbor_upland', name: 'Harbor Upland', above: 'harbor_inland' },
];

/** Makes every account, user and key; gives the merchants for their transactions. */
export async function seedAccounts(context: Context): Promise<SeededMerchant[]> {
  const office = await inTransaction(context, null, (tx) =>
    createAccount(tx, context, { account_type: 'admin', parent_id: null, name: 'Penstock' }),
  );
  await addUser(context, {
    account_type: 'admin',
    account_id: office.id,
    username: 'demo_admin',
    name: 'Demo Admin',
    role: 'admin',
    permissions: allUserPermissions(),
  });
  const partners = new Map<string, string>();
  for (const plan of partner_plans) {
    const above = plan.above === null ? null : (partners.get(plan.above) as string);
    partners.set(plan.key, await addPartner(context, plan, above));
  }
  const merchants: SeededMerchant[] = [];
  for (const trade of trades) {
    merchants.push(await addMerchant(context, trade, partners.get(trade.partner) as string));
  }
  return merchants;
}

async function addPartner(
  context: Context,
  plan: PartnerPlan,
  parent_id: string | null,
): Promise<string> {
  const account = await inTransaction(context, null, async (tx) => {
    const made = await createAccount(tx, context, {
      account_type: 'partner',
      parent_id,
      name: plan.name,
      timezone: 'America/Los_Angeles',
    });
    const email = `hello@${plan.key}.example.com`;
    await tx
      .insertInto('partner')
      .values({ id: made.id, email, description: 'Reseller', phone: '5035550111' })
      .execute();
    return made;
  });
  await addTwoUsers(context, 'partner', account.id, plan.key.replace('harbor_', ''));
  await seedNews(context, { id: account.id, name: plan.name });
  return account.id;
}

async function addMerchant(
  context: Context,
  trade: Trade,
  partner_id: string,
): Promise<SeededMerchant> {
  const account = await inTransaction(context, null, (tx) =>
    createAccount(tx, context, {
      account_type: 'merchant',
      parent_id: partner_id,
      name: trade.name,
      timezone: trade.timezone,
    }),
  );
  await inTransaction(context, account.id, (tx) =>
    tx.insertInto('merchant').values(merchantRow(trade, account.id)).execute(),
  );
  const { boss, standard } = await addTwoUsers(context, 'merchant', account.id, trade.key);
  return { trade, id: account.id, clerk: standard, api_user: boss };
}

/** Rights that would demand a second factor stay off: in the sandbox that is policy (Q5). */
const off = new Set(['enforce_2fa_requirement', 'require_2fa_for_user_access']);

/** The demo's clerks see all the terminal can, and what they type is added to the amount. */
const terminal_defaults = {
  add_tax_to_total: true,
  add_shipping_to_total: true,
  enable_advanced_fields: true,
};

function merchantRow(trade: Trade, merchant_id: string) {
  const contact = {
    first_name: 'Dana',
    last_name: 'Whitcomb',
    company: trade.name,
    address_line_1: '100 Main Street',
    city: trade.city,
    state: trade.state,
    postal_code: trade.postal_code,
    country: 'US',
    email: `office@${trade.key}.example.com`,
    phone: '5035550123',
  };
  const granted = permission_names.filter((name) => !off.has(name));
  return {
    merchant_id,
    description: trade.description,
    website: `https://${trade.key}.example.com`,
    phone: '5035550123',
    receipt_email: `receipts@${trade.key}.example.com`,
    permissions: JSON.stringify(Object.fromEntries(granted.map((name) => [name, true]))),
    default_values: JSON.stringify({ virtual_terminal: terminal_defaults }),
    primary_contact: JSON.stringify(contact),
    billing_contact: JSON.stringify(contact),
  };
}
