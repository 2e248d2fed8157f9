// Lists of partners and merchants below the caller (spec 1 §7, decisions G47).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountStatus } from '../../contract/access/access.ts';
import { type MerchantRow, merchant_search_fields } from '../../contract/accounts/merchants.ts';
import { type PartnerRow, partner_search_fields } from '../../contract/accounts/partners.ts';
import { account_sorts } from '../../contract/accounts/profile.ts';
import { invalid } from '../../contract/errors.ts';
import type { Search, SearchFields } from '../../contract/search/search.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { conditionsOf, countOf, type Targets } from '../db/search.ts';

const account_targets = {
  id: 'a.id',
  name: 'a.name',
  status: 'a.status',
  phone: 'x.phone',
  website: 'x.website',
  created_at: 'a.created_at',
  updated_at: 'a.updated_at',
};

interface Listed {
  account_type: 'partner' | 'merchant';
  source: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  fields: SearchFields;
  targets: Targets;
}

const common = sql`a.id, a.name, x.description, x.website, x.phone, x.phone_ext, a.timezone,
  a.status, x.fee_schedule_id, a.created_at, a.updated_at`;

/** `key` is the id's column in the table of this type, `above` what the parent is called. */
function listOf(
  account_type: Listed['account_type'],
  key: string,
  above: string,
  email: string,
  fields: SearchFields,
): Listed {
  return {
    account_type,
    source: sql`account a join ${sql.id(account_type)} x on ${sql.id('x', key)} = a.id
      left join account above on above.id = a.parent_id`,
    columns: sql`${common}, ${sql.id('x', email)},
      coalesce(a.parent_id, '') as ${sql.id(`${above}_id`)},
      coalesce(above.name, '') as ${sql.id(`${above}_name`)}`,
    fields,
    targets: { ...account_targets, [`${above}_id`]: 'a.parent_id', [email]: `x.${email}` },
  };
}

const partner_list = listOf('partner', 'id', 'parent', 'email', partner_search_fields);
const merchant_list = listOf(
  'merchant',
  'merchant_id',
  'partner',
  'receipt_email',
  merchant_search_fields,
);

interface Row {
  status: AccountStatus;
  created_at: Date;
  updated_at: Date;
}

function directly(context: Context): RawBuilder<SqlBool> {
  const { account_type, account_id } = context.actor;
  // Directly below the office stand the partners at the top.
  return account_type === 'partner'
    ? sql<SqlBool>`a.parent_id = ${account_id}`
    : sql<SqlBool>`a.parent_id is null`;
}

function orderOf(search: Search): RawBuilder<unknown> {
  const { field, direction } = search.sort ?? { field: 'created_at', direction: 'desc' as const };
  if (!account_sorts.some((name) => name === field)) invalid('Sort');
  const way = sql.raw(direction);
  return sql`${sql.ref(`a.${field}`)} ${way}, a.id ${way}`;
}

async function found<T>(context: Context, list: Listed, search: Search) {
  const conditions = [
    sql<SqlBool>`a.account_type = ${sql.lit(list.account_type)}`,
    sql<SqlBool>`a.id <> ${context.actor.account_id}`,
    scope(context, 'a.id'),
    ...(search.directOnly ? [directly(context)] : []),
    ...conditionsOf(list.fields, list.targets, search.filters, context.clock.now()),
  ];
  const where = sql.join(conditions, sql` and `);
  const query = connect(context);
  const [{ rows }, count] = await Promise.all([
    sql<T & Row>`select ${list.columns} from ${list.source} where ${where}
      order by ${orderOf(search)} limit ${search.limit} offset ${search.offset}`.execute(query),
    countOf(query, sql`select 1 from ${list.source} where ${where}`),
  ]);
  const answered = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
  return { rows: answered, ...count };
}

export function searchPartners(context: Context, _params: unknown, search: Search) {
  return found<Omit<PartnerRow, keyof Row>>(context, partner_list, search);
}

export function searchMerchants(context: Context, _params: unknown, search: Search) {
  return found<Omit<MerchantRow, keyof Row>>(context, merchant_list, search);
}
