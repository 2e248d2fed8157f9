// The columns of the searchable fields of a transaction, and filters that are no plain column.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { address_fields } from '../../../../contract/addresses.ts';
import { invalid } from '../../../../contract/errors.ts';
import type { transaction_fields } from '../../../../contract/payments/transactions/search.ts';
import type { ValueFilter } from '../../../../contract/search/search.ts';
import type { Context } from '../../../context.ts';
import { scope } from '../../../db/scope.ts';
import { type Condition, containing, type Target } from '../../../db/search.ts';

/** One of the members of an address document as text. */
function member(document: string, name: string): RawBuilder<unknown> {
  return sql`(${sql.ref(document)} ->> ${sql.lit(name)})`;
}

function addressTargets(document: string): Record<string, Target> {
  const names = ['address_id', ...address_fields];
  return Object.fromEntries(names.map((name) => [name, member(document, name)]));
}

/** Found as the transaction's own id or as the order id its merchant gave it. */
function idOrOrder({ operator, value }: ValueFilter): Condition {
  if (operator === '%') {
    const pattern = containing(String(value));
    return sql<SqlBool>`(transaction.id ilike ${pattern} or transaction.order_id ilike ${pattern})`;
  }
  return operator === '='
    ? sql<SqlBool>`(transaction.id = ${value} or transaction.order_id = ${value})`
    : sql<SqlBool>`(transaction.id <> ${value} and transaction.order_id <> ${value})`;
}

/** A custom field holds a list of texts: it matches when one of them does (gateway-api 10). */
function customField(name: string, filter: Partial<ValueFilter>): Condition {
  const stored = sql`transaction.custom_fields -> ${name}::text`;
  const value = String(filter.value);
  const has = sql`coalesce((${stored}) ? ${value}, false)`;
  // Written as in the index of such transactions; a row without fields may still match `!=`.
  const has_fields = sql`transaction.custom_fields <> '{}'`;
  switch (String(filter.operator ?? '=')) {
    case '=':
      return sql<SqlBool>`(${has_fields} and ${has})`;
    case '!=':
      return sql<SqlBool>`not ${has}`;
    case '%':
    case 'like':
      return sql<SqlBool>`(${has_fields} and exists (select 1 from jsonb_array_elements_text(
        case jsonb_typeof(${stored}) when 'array' then ${stored} else '[]' end) as held
        where held ilike ${containing(value)}))`;
    default:
      return invalid('Custom Fields');
  }
}

/** The filter is a map of field id to a text filter; one without a value is ignored. */
function customFields(filter: ValueFilter): Condition {
  const filters = filter as unknown as Record<string, Partial<ValueFilter>>;
  const conditions = Object.entries(filters)
    .filter(([, one]) => one.value !== '')
    .map(([name, one]) => customField(name, one));
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** A card number is compared as keyed digests, one for each merchant. */
export interface DigestsOfCard {
  last_four: string;
  pairs: readonly { merchant_id: string; digest: string }[];
}

function heldBy({ last_four, pairs }: DigestsOfCard): Condition {
  if (pairs.length === 0) return sql<SqlBool>`false`;
  const rows = pairs.map((pair) => sql`(${pair.merchant_id}, ${pair.digest})`);
  return sql<SqlBool>`(transaction.card_last_four = ${last_four}
    and (transaction.merchant_id, transaction.method_digest) in (${sql.join(rows)}))`;
}

/** The index has the last four digits before the digest; payments without a card have '' there. */
const any_last_four = sql`array(
  select '' union all select lpad(n::text, 4, '0') from generate_series(0, 9999) as n)`;

function hasDigest({ operator, value }: ValueFilter): Condition {
  return operator === '='
    ? sql<SqlBool>`(transaction.method_digest = ${value}
        and transaction.card_last_four = any(${any_last_four}))`
    : sql<SqlBool>`transaction.method_digest <> ${value}`;
}

/**
 * Payments of a customer, and of those that were merged into it (decision 26). The ids are looked
 * up once, before the payments, so that their index is used.
 */
function ofCustomer({ operator, value }: ValueFilter): Condition {
  if (operator === '%') {
    return sql<SqlBool>`transaction.customer_id ilike ${containing(String(value))}`;
  }
  const merged = sql`array(select ${value}::text union all
    select merged.id from customer_merge as merged
    where merged.kind = 'customer' and merged.kept_id = ${value})`;
  const of = sql<SqlBool>`(transaction.customer_id <> ''
    and transaction.customer_id = any(${merged})
    and (transaction.customer_id = ${value} or exists (select from customer_merge as merged
      where merged.merchant_id = transaction.merchant_id and merged.kind = 'customer'
        and merged.id = transaction.customer_id and merged.kept_id = ${value})))`;
  return operator === '!=' ? sql<SqlBool>`not ${of}` : of;
}

/** Payments of all merchants below a partner, which itself lies in the caller's scope. */
function belowPartner(context: Context, { operator, value }: ValueFilter): Condition {
  const below = sql<SqlBool>`transaction.merchant_id in (select above.descendant_id
    from account_closure as above join account on account.id = above.account_id
    where above.account_id = ${value} and account.account_type = 'partner'
      and ${scope(context, 'above.account_id')})`;
  return operator === '=' ? below : sql<SqlBool>`not (${below})`;
}

/** A target for every searchable field; a field without one does not compile. */
export function searchTargets(
  context: Context,
  card: DigestsOfCard,
): Record<keyof typeof transaction_fields, Target> {
  const column = (name: string) => `transaction.${name}`;
  return {
    transaction_or_order_id: { condition: idOrOrder },
    transaction_id: column('id'),
    cc_digest: { condition: hasDigest },
    user_id: column('user_id'),
    user_name: column('user_name'),
    customer_id: { condition: ofCustomer },
    subscription_id: column('subscription_id'),
    type: column('type'),
    transaction_source: column('transaction_source'),
    ip_address: column('ip_address'),
    amount: column('amount'),
    amount_authorized: column('amount_authorized'),
    amount_captured: column('amount_captured'),
    amount_settled: column('amount_settled'),
    tax_amount: column('tax_amount'),
    po_number: column('po_number'),
    order_id: column('order_id'),
    currency_iso_code: column('currency'),
    settlement_batch_id: column('settlement_batch_id'),
    referenced_transaction_id: column('referenced_transaction_id'),
    payment_method: column('payment_method'),
    payment_type: column('payment_type'),
    status: column('status'),
    state: column('status'),
    // Of four bytes: a number that is larger than any code finds nothing.
    response_code: sql`transaction.response_code::bigint`,
    processor_id: column('processor_id'),
    processor_name: column('processor_name'),
    terminal_id: column('terminal_id'),
    terminal_description: column('terminal_description'),
    created_at_duration: column('created_at'),
    created_at: column('created_at'),
    updated_at: column('updated_at'),
    captured_at: column('captured_at'),
    settled_at: column('settled_at'),
    cc_last_four: column('card_last_four'),
    cc_first_six: column('card_first_six'),
    card_type: column('card_funding'),
    card_brand: sql`coalesce(transaction.response_body -> 'card' ->> 'card_type',
      transaction.response_body -> 'terminal' ->> 'card_type')`,
    full_cc_number: { condition: () => heldBy(card) },
    group: column('group_name'),
    partner_id: { condition: (filter) => belowPartner(context, filter) },
    custom_fields: { condition: customFields },
    billing_address: addressTargets('transaction.billing_address'),
    shipping_address: addressTargets('transaction.shipping_address'),
  };
}
