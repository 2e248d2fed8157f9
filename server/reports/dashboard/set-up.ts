// The first steps of a merchant that has taken no payment yet.
import { sql } from 'kysely';
import type { Access } from '../../../contract/access/access.ts';
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';

interface Facts {
  has_payment: boolean;
  has_processor: boolean;
  has_users: boolean;
  has_key: boolean;
}

/** Null for partners, admins and merchants with a payment; only what the caller may do. */
export async function setUpOf(context: Context): Promise<HomeRecord['set_up']> {
  const { account_type, account_id } = context.actor;
  if (account_type !== 'merchant') return null;
  const { rows } = await sql<Facts>`select
      exists (select from transaction where merchant_id = ${account_id}) as has_payment,
      exists (select from processor where merchant_id = ${account_id} and status = 'active')
        as has_processor,
      (select count(*) > 1 from user_account where account_id = ${account_id}) as has_users,
      exists (select from api_key where account_id = ${account_id} and type = 'api') as has_key
    `.execute(connect(context));
  const facts = rows[0];
  if (!facts || facts.has_payment) return null;
  const takes = (access: Access) => allowed(access, context.actor).ok;
  return [
    { step: 'processor', done: facts.has_processor },
    { step: 'payment', done: false },
    ...(takes(may.make_users) ? [{ step: 'users', done: facts.has_users }] : []),
    ...(takes(may.manage_api_keys) ? [{ step: 'api_key', done: facts.has_key }] : []),
  ];
}
