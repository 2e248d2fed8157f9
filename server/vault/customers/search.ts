// Finding saved customers: by filters, and by the beginnings of words while they are typed.
import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { Search, ValueFilter } from '../../../contract/search/search.ts';
import { customer_fields } from '../../../contract/vault/customer-search.ts';
import type {
  customers,
  CustomerRow as ListedCustomer,
} from '../../../contract/vault/customers.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { type Condition, conditionsOf, countOf, type Target } from '../../db/search.ts';
import { type CustomerRow, expirationOf, type MethodRow, toRecord, withParts } from './records.ts';
import { isFoundBy, pageByWords } from './search-words.ts';

type Table = 'customer_address' | 'saved_method';

/** Whether the customer has a row in the table of which the condition is true. */
function has(table: Table, condition: Condition): Condition {
  const owned = sql`${sql.ref(`${table}.merchant_id`)} = customer.merchant_id
    and ${sql.ref(`${table}.customer_id`)} = customer.id`;
  return sql`exists (select from ${sql.table(table)} where ${owned} and ${condition})`;
}

/** A condition over the rows of another table; "is not" says that no row is so. */
function anyOf(table: Table, column: string): Target {
  return {
    condition: (filter: ValueFilter) => {
      const refuses = filter.operator === '!=';
      const positive = refuses ? ({ ...filter, operator: '=' } as const) : filter;
      const name = sql.ref(`${table}.${column}`) as RawBuilder<string>;
      const { value } = positive;
      const one =
        positive.operator === '%'
          ? sql<boolean>`${name} ilike ${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`}`
          : sql<boolean>`${name} = ${value}`;
      const found = has(table, one);
      return refuses ? sql`not ${found}` : found;
    },
  };
}

const address = (column: string) => anyOf('customer_address', column);

const targets: Record<keyof typeof customer_fields, Target> = {
  words: { condition: ({ value }) => isFoundBy(String(value)) },
  id: 'customer.id',
  description: 'customer.description',
  first_name: address('first_name'),
  last_name: address('last_name'),
  company: address('company'),
  address_line_1: address('line_1'),
  address_line_2: address('line_2'),
  city: address('city'),
  state: address('state'),
  postal_code: address('postal_code'),
  country: address('country'),
  email: address('email'),
  phone: address('phone'),
  fax: address('fax'),
  payment_method_type: anyOf('saved_method', 'type'),
  payment_method_id: anyOf('saved_method', 'id'),
  address_id: address('id'),
  billing_address_id: 'customer.billing_address_id',
  shipping_address_id: 'customer.shipping_address_id',
  expiration_date: 'saved_method.expires_on',
  created_at: 'customer.created_at',
  updated_at: 'customer.updated_at',
};

function conditions(context: Context, { filters }: Search): Condition[] {
  const { expiration_date, ...others } = filters;
  const now = context.clock.now();
  const expires: Search['filters'] = expiration_date ? { expiration_date } : {};
  const expiring = conditionsOf(customer_fields, targets, expires, now);
  return [
    scope(context, 'customer.merchant_id'),
    sql`customer.merchant_id = ${context.actor.account_id}`,
    ...conditionsOf(customer_fields, targets, others, now),
    ...expiring.map((condition) => has('saved_method', condition)),
  ];
}

/** The customers that a search finds, newest first, with what they have. */
export async function searchWhole(context: Context, input: Search) {
  const query = connect(context);
  const where = sql`from customer where ${sql.join(conditions(context, input), sql` and `)}`;
  const [rows, count] = await Promise.all([
    sql<CustomerRow>`select customer.* ${where} order by customer.created_at desc, customer.id desc
      limit ${input.limit} offset ${input.offset}`.execute(query),
    countOf(query, sql`select 1 ${where}`),
  ]);
  return { whole: await withParts(query, context, rows.rows), ...count };
}

/** `POST /vault/customer/search`. */
export async function search(context: Context, _: unknown, input: Search) {
  const { whole, ...count } = await searchWhole(context, input);
  return { rows: whole.map((one) => toRecord(one)), ...count };
}

type Typed = InputOf<typeof customers.globalSearch>;

/** `GET /vault/customer/global-search`: every typed word begins a word of the customer. */
export async function globalSearch(context: Context, _: unknown, typed: Typed) {
  const merchant_id = context.actor.account_id;
  const query = connect(context);
  const page = await pageByWords(query, merchant_id, typed);
  if (!page) return { rows: [], total_count: 0 };
  const found = await query
    .selectFrom(page.as<'page'>(sql.ref('page')))
    .leftJoin('customer', (on) =>
      on
        .on(scope(context, 'customer.merchant_id'))
        .on('customer.merchant_id', '=', merchant_id)
        .onRef('customer.id', '=', 'page.id'),
    )
    .leftJoin('saved_method as method', (on) =>
      on
        .onRef('method.merchant_id', '=', 'customer.merchant_id')
        .onRef('method.id', '=', 'customer.payment_method_id'),
    )
    .select(['total_count', 'customer.id', 'description'])
    .select(['payment_method_id', 'payment_method_type'])
    .select(['method.type', 'masked', 'expires_on', 'card_type', 'account_type'])
    .select(placeAt('billing_address_id').as('billing_address'))
    .select(placeAt('shipping_address_id').as('shipping_address'))
    .orderBy('rank')
    .orderBy('word')
    .orderBy('page.id')
    .execute();
  const rows = found.flatMap(({ id, ...one }) => (id === null ? [] : [toListed({ id, ...one })]));
  return { rows, total_count: found[0]?.total_count ?? 0 };
}

/** The address that this column of the customer names; null without one. */
function placeAt(column: 'billing_address_id' | 'shipping_address_id') {
  return sql<ListedCustomer['billing_address']>`(
    select json_build_object('first_name', first_name, 'last_name', last_name, 'line_1', line_1,
      'city', city, 'state', state)
    from customer_address where customer_address.merchant_id = customer.merchant_id
      and customer_address.id = ${sql.ref(`customer.${column}`)})`;
}

type Nullable<T> = { [name in keyof T]: T[name] | null };
type Places = Pick<ListedCustomer, 'billing_address' | 'shipping_address'>;
type Customer = Pick<CustomerRow, 'description' | 'payment_method_id' | 'payment_method_type'>;
type Method = Pick<MethodRow, 'type' | 'masked' | 'expires_on' | 'card_type' | 'account_type'>;
type Listed = { id: string } & Places & Nullable<Customer & Method>;

/** As the search panel lists it: the default method, and where it bills and ships. */
function toListed(found: Listed): ListedCustomer {
  const { id, type, billing_address, shipping_address } = found;
  const masked = found.masked ?? '';
  const expiration_date = expirationOf(found);
  return {
    id,
    description: found.description ?? '',
    payment_method: found.payment_method_id ?? '',
    payment_method_type: (found.payment_method_type ?? '') as '' | 'card' | 'ach',
    card:
      type === 'card'
        ? { masked_number: masked, expiration_date, card_type: found.card_type ?? '' }
        : null,
    ach:
      type === 'ach'
        ? { masked_account_number: masked, account_type: found.account_type ?? '' }
        : null,
    billing_address,
    shipping_address,
  };
}
