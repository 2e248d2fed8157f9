// Two trees of accounts to test tenancy with: users of both roles, keys of both kinds, processors.
import type { AccountType } from '../../contract/access/access.ts';
import { permission_names } from '../../contract/accounts/documents/permissions.ts';
import type { UserRecord } from '../../contract/identity/users.ts';
import { createMerchant, createOffice, createPartner } from '../accounts/create.ts';
import { type Context, nobody } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import type { Account } from '../identity/account-tree.ts';
import { insertApiKey } from '../identity/api-keys/new-api-key.ts';
import { hashPassword } from '../identity/passwords/passwords.ts';
import { insertUser } from '../identity/users/new-user.ts';
import { newUserRow } from '../identity/users/users.ts';
import type { Answer, World } from './worlds/world.ts';

export const tenant_password = 'Correct-Horse-1!';
/** Made once a process: fourteen a world would take as long as the world itself. */
let tenant_hash: Promise<string> | undefined;

export interface Person {
  user: UserRecord;
  private_key: string;
  public_key: string;
  /** Id of the private key. */
  private_key_id: string;
}

export interface Tenant {
  account: Account;
  /** Role admin with every right. */
  boss: Person;
  /** Role standard with no right. */
  clerk: Person;
}

export interface MerchantTenant extends Tenant {
  /** Ids of the default processors: tsys_sierra, house_ach, cash. */
  processors: { card: string; ach: string; cash: string };
}

/** admin; partners P1 over P1a, and P2; a merchant under each of the three. */
export interface Tenants {
  admin: Tenant;
  p1: Tenant;
  p1a: Tenant;
  p2: Tenant;
  m1: MerchantTenant;
  m1a: MerchantTenant;
  m2: MerchantTenant;
}

/**
 * Makes all of them. User names are `boss_m1x`, `clerk_m1x` and so on; passwords tenant_password.
 */
export async function makeTenants(world: World): Promise<Tenants> {
  const context = world.system;
  const partner = (name: string, parent_id: string | null) =>
    createPartner(context, { parent_id, name });
  const admin = await createOffice(context, 'Office');
  const p1 = await partner('First Partner', null);
  const p1a = await partner('First Partner Sub', p1.id);
  const p2 = await partner('Second Partner', null);
  const [m1, m1a, m2] = await Promise.all([
    makeMerchant(context, 'm1', p1.id),
    makeMerchant(context, 'm1a', p1a.id),
    makeMerchant(context, 'm2', p2.id),
  ]);
  const [office, one, one_a, two] = await Promise.all([
    withUsers(context, admin, 'office'),
    withUsers(context, p1, 'p1'),
    withUsers(context, p1a, 'p1a'),
    withUsers(context, p2, 'p2'),
  ]);
  return { admin: office, p1: one, p1a: one_a, p2: two, m1, m1a, m2 };
}

/** A merchant under a partner, with users `boss_<key>` and `clerk_<key>`. */
export async function makeMerchant(
  context: Context,
  key: string,
  parent_id: string,
): Promise<MerchantTenant> {
  const demanding = ['enforce_2fa_requirement', 'require_2fa_for_user_access'];
  // Programs that change prices stay off, so that an amount is what was requested.
  const pricing = /surcharge|dual_pricing|cash_discount|consumer_choice/;
  const wanted = permission_names.filter((n) => !demanding.includes(n) && !pricing.test(n));
  const account = await createMerchant(context, {
    parent_id,
    name: `Merchant ${key}`,
    permissions: Object.fromEntries(wanted.map((name) => [name, true])),
    default_values: { merchant: { duplicate_detection_seconds: 0 } },
  });
  const processors = await insertProcessors(context, account.id, key);
  return { ...(await withUsers(context, account, key)), processors };
}

async function withUsers(context: Context, account: Account, key: string): Promise<Tenant> {
  return {
    account,
    boss: await makePerson(context, account, `boss_${key}`, 'admin'),
    clerk: await makePerson(context, account, `clerk_${key}`, 'standard'),
  };
}

async function makePerson(
  context: Context,
  { id: account_id, account_type }: Account,
  name: string,
  role: 'admin' | 'standard',
): Promise<Person> {
  const username = name.padEnd(7, 'x');
  const row = await newUserRow(context, {
    account_type,
    account_id,
    username,
    password: '',
    name,
    email: `${name}@example.com`,
    role,
    tos_accepted: true,
  });
  tenant_hash ??= hashPassword(tenant_password);
  const password_hash = await tenant_hash;
  return await inTransaction(context, account_id, async (tx) => {
    const { user } = await insertUser(tx, context, { ...row, password_hash });
    const own = await insertApiKey(tx, context, { user, type: 'api', name: 'private' });
    const shown = await insertApiKey(tx, context, { user, type: 'pub', name: 'public' });
    return {
      user,
      private_key: own.api_key,
      private_key_id: own.id,
      public_key: shown.api_key,
    };
  });
}

/** Active default processors for card, ACH and cash, written as rows. */
async function insertProcessors(context: Context, merchant_id: string, key: string) {
  const now = context.clock.now();
  const ids = { card: context.ids.next(), ach: context.ids.next(), cash: context.ids.next() };
  const row = (id: string, type: string, settings: object) => ({
    merchant_id,
    id,
    type,
    name: `${type} of ${key}`,
    status: 'active',
    default_card: type === 'tsys_sierra',
    default_ach: type === 'house_ach',
    default_cash: type === 'cash',
    timezone: 'UTC',
    settle_at: '22:00:00',
    settings: JSON.stringify(settings),
    created_at: now,
    updated_at: now,
  });
  const sierra = { mid: '000000000001', terminal_number: '7001', merchant_name: 'Test' };
  await inTransaction(context, merchant_id, (tx) =>
    tx
      .insertInto('processor')
      .values([
        row(ids.card, 'tsys_sierra', sierra),
        row(ids.ach, 'house_ach', {}),
        row(ids.cash, 'cash', {}),
      ])
      .execute(),
  );
  return ids;
}

/** What a verb is called with by the tenant's boss, in a request of its own. */
export function contextOf({ system, services }: World, { account, boss }: Tenant): Context {
  const actor = {
    ...nobody,
    kind: 'api_key' as const,
    account_type: account.account_type as AccountType,
    account_id: account.id,
    user_id: boss.user.id,
    username: boss.user.username,
  };
  return { ...system, actor, request_id: services.ids.next() };
}

/** A keyed test card that the lab approves. */
export const good_card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };

export const good_account = {
  routing_number: '490000018',
  account_number: '123451111',
  account_type: 'checking',
  sec_code: 'ppd',
};
export const home_address = {
  first_name: 'Ann',
  last_name: 'Lee',
  address_line_1: '1 Main St',
  city: 'Denver',
  state: 'CO',
  postal_code: '80202',
};

/** Members of a payment from a bank account; the lab does with it what the number says. */
export const byBank = (routing_number: string) => ({
  payment_method: {
    ach: {
      routing_number,
      account_number: '111111111',
      sec_code: 'web',
      account_type: 'checking',
    },
  },
  billing_address: { first_name: 'Ann', last_name: 'Payer' },
});

/** A card sale of ten dollars as its row stands once it was approved. */
export const approved_sale = {
  type: 'sale',
  response: 'approved',
  response_code: 100,
  currency: 'usd',
  amount: 1000,
  base_amount: 1000,
  amount_authorized: 1000,
  amount_captured: 1000,
  payment_method: 'card',
  payment_type: 'card',
  transaction_source: 'api',
};

/** A card sale through the API, as the merchant's boss; overrides are laid over the body. */
export async function makeSale(
  world: World,
  merchant: MerchantTenant,
  overrides: Record<string, unknown> = {},
): Promise<Answer> {
  return await world.call('POST', '/transaction', {
    credential: merchant.boss.private_key,
    body: { type: 'sale', amount: 1299, payment_method: { card: good_card }, ...overrides },
  });
}

/**
 * A settled-looking card sale written as a bare row, without history or postings: for tests of
 * searching alone. Documents may be given as objects. Gives the id.
 */
export async function insertTransaction(
  world: World,
  merchant: MerchantTenant,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const context = world.system;
  const id = context.ids.next();
  const row = { ...bareRow(context, merchant), id, ...overrides };
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !(value instanceof Date)
      ? JSON.stringify(value)
      : value,
  ]);
  await inTransaction(context, merchant.account.id, (tx) =>
    tx.insertInto('transaction').values(Object.fromEntries(columns)).execute(),
  );
  return id;
}

function bareRow(context: Context, merchant: MerchantTenant) {
  const now = context.clock.now();
  return {
    merchant_id: merchant.account.id,
    merchant_name: merchant.account.name,
    user_id: merchant.boss.user.id,
    user_name: merchant.boss.user.username,
    processor_id: merchant.processors.card,
    processor_type: 'tsys_sierra',
    processor_name: 'tsys_sierra',
    ...approved_sale,
    status: 'pending_settlement',
    card_first_six: '411111',
    card_last_four: '1111',
    created_at: now,
    updated_at: now,
    captured_at: now,
  };
}
