// Accounts to test with: an office, two partners strange to each other, a merchant under each.
import type { Role } from '../../../contract/access/access.ts';
import type { KeyType } from '../../../contract/identity/api-keys.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import { createMerchant, createOffice, createPartner } from '../../accounts/create.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import type { Account } from '../../identity/account-tree.ts';
import { insertApiKey } from '../../identity/api-keys/new-api-key.ts';
import { createUser } from '../../identity/users/new-user.ts';
import { opened } from '../opened.ts';

export const test_password = 'Correct-Horse-1!';

export interface Person {
  user: UserRecord;
  private_key: string;
}

export interface AccountsWorld {
  office: Account;
  admin: Person;
  partner: Account;
  partner_user: Person;
  /** Below `partner`. */
  sub_partner: Account;
  /** Below `sub_partner`. */
  merchant: Account;
  /** Role admin, all rights. */
  owner: Person;
  /** Role standard, no rights. */
  clerk: Person;
  other_partner: Account;
  other_partner_user: Person;
  other_merchant: Account;
  other_owner: Person;
}

/** A key of this user, made behind the API. */
export async function makeKey(system: Context, user: UserRecord, type: KeyType): Promise<string> {
  const { api_key } = await inTransaction(system, user.account_type_id, (tx) =>
    insertApiKey(tx, system, { user, type, name: 'test' }),
  );
  return api_key;
}

async function person(
  system: Context,
  { id: account_id, account_type }: Account,
  username: string,
  role: Role = 'admin',
): Promise<Person> {
  const new_user = { account_type, account_id, username, role, name: username };
  const email = `${username}@example.com`;
  const user = await createUser(system, { ...new_user, email, password: test_password });
  return { user, private_key: await makeKey(system, user, 'api') };
}

/** Makes all of them; user names are the members' names with `_user` where too short. */
export async function makeAccounts(system: Context): Promise<AccountsWorld> {
  const office = await createOffice(system, 'Gateway Office');
  const partner = await createPartner(system, { parent_id: null, name: 'North Partner' });
  const sub_partner = await createPartner(system, { parent_id: partner.id, name: 'North Sub' });
  const merchant = await createMerchant(system, {
    parent_id: sub_partner.id,
    name: 'Corner Bakery',
    permissions: { allow_card_sync: true, allow_surcharge: true },
    billing_details: {
      ach: {
        type: 'ppd',
        routing_number: '021000021',
        account_type: 'checking',
        account_number: '123456789',
        masked_account_number: '*****6789',
      },
    },
  });
  const other_partner = await createPartner(system, { parent_id: null, name: 'South Partner' });
  const other_merchant = await createMerchant(system, {
    parent_id: other_partner.id,
    name: 'Harbour Tools',
  });
  return {
    office,
    admin: await person(system, office, 'office_admin'),
    partner,
    partner_user: await person(system, partner, 'partner_user'),
    sub_partner,
    merchant,
    owner: await person(system, merchant, 'Bakery_Owner'),
    clerk: await person(system, merchant, 'bakery_clerk', 'standard'),
    other_partner,
    other_partner_user: await person(system, other_partner, 'south_partner'),
    other_merchant,
    other_owner: await person(system, other_merchant, 'harbour_owner'),
  };
}

/** Accounts in a world opened above; to be called at the top of a test file. */
export const openAccounts = (world: { system: Context }): AccountsWorld =>
  opened(() => makeAccounts(world.system));
