// The columns of a report as SQL expressions: text guarded against formulas, money as decimals.
import { type RawBuilder, sql } from 'kysely';
import { address_fields } from '../../../../contract/addresses.ts';
import { currency_codes } from '../../../../contract/fields.ts';
import { digitsOf } from '../../../../contract/money.ts';
import {
  line_items_field,
  standard_export_fields,
} from '../../../../contract/reports/output-fields.ts';

export interface ReportColumn {
  name: string;
  value: RawBuilder<unknown>;
}

/** What makes a spreadsheet compute: = + - @ TAB LF CR and the full-width forms, in front. */
const formula_starts = [61, 43, 45, 64, 9, 10, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20];

/** A cell that would be read as a formula gets an apostrophe; numbers do not (quality 3.3). */
export function guarded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ascii(${text}) in (${sql.raw(formula_starts.join())})
    and ${text} !~ '^[-+]?[0-9]+([.][0-9]+)?$' then '''' || ${text} else ${text} end`;
}

/** Currencies without two digits; PostgreSQL looks a code up in such a list in one step. */
const unusual = currency_codes.filter((code) => digitsOf(code) !== 2);
const unusual_codes = sql.join(unusual.map((code) => sql.lit(code)));

/**
 * Minor units as the decimals that `formatPlain` prints, by the database: a report's bytes are not
 * touched on their way.
 */
export function decimals(amount: string, table = 'transaction'): RawBuilder<unknown> {
  return decimalsOf(sql.ref(`${table}.${amount}`), table);
}

function decimalsOf(minor: RawBuilder<unknown>, table: string): RawBuilder<unknown> {
  const currency = sql.ref(`${table}.currency`);
  const cases = unusual.map((code) => {
    const unit = `1e-${digitsOf(code)}`;
    return sql`when ${sql.lit(code)} then ${minor} * ${sql.raw(unit)}`;
  });
  return sql`case when ${currency} not in (${unusual_codes}) then ${minor} * 0.01
    else case ${currency} ${sql.join(cases, sql` `)} end end`;
}

/** Local time of a zone to the second. */
export function localTime(moment: string, time_zone: string): RawBuilder<unknown> {
  const column = sql.ref(`transaction.${moment}`);
  return sql`date_trunc('second', ${column} at time zone ${time_zone})`;
}

/** Minor units; a page sets them at the right. */
export const money_columns: readonly string[] = [
  ...['amount', 'base_amount', 'amount_authorized', 'amount_captured', 'amount_settled'],
  ...['amount_refunded', 'tip_amount', 'surcharge', 'service_fee', 'payment_adjustment'],
  ...['discount_amount', 'tax_amount', 'shipping_amount', 'national_tax_amount', 'duty_amount'],
];

const plain = (name: string): ReportColumn => ({ name, value: sql.ref(`transaction.${name}`) });
const text = (name: string): ReportColumn => ({
  name,
  value: guarded(sql.ref(`transaction.${name}`)),
});
const money = (name: string): ReportColumn => ({ name, value: decimals(name) });

/** A member of the card's or the bank account's answer, whichever there is. */
function answered(card: string, ach: string): RawBuilder<unknown> {
  return sql`coalesce(transaction.response_body -> 'card' ->> ${sql.lit(card)},
    transaction.response_body -> 'terminal' ->> ${sql.lit(card)},
    transaction.response_body -> 'ach' ->> ${sql.lit(ach)}, '')`;
}

export const masked_account = answered('masked_card', 'masked_account_number');

/** Name and company of the payer as one text. */
export const payer_name = sql`trim(coalesce(transaction.billing_address ->> 'first_name', '') || ' '
  || coalesce(transaction.billing_address ->> 'last_name', ''))`;

function address(prefix: string, document: string): ReportColumn[] {
  const stored = sql.ref(`transaction.${document}`);
  return address_fields.map((field) => ({
    name: `${prefix}_${field}`,
    value: guarded(sql`coalesce(${stored} ->> ${sql.lit(field)}, '')`),
  }));
}

/** A number of a line, null where its text is none. */
const numberOfLine = (
  name: string,
) => sql`case when item ->> ${sql.lit(name)} ~ '^-?[0-9]{1,15}([.][0-9]{1,8})?$'
  then (item ->> ${sql.lit(name)})::numeric end`;
/** The amount that a line states, else that of its goods: 0 means that none was stated. */
const line_amount = sql`coalesce(nullif(${numberOfLine('amount')}, 0),
  round(${numberOfLine('quantity')} * ${numberOfLine('unit_price')}
    - coalesce(${numberOfLine('discount_amount')}, 0)), 0)`;

/** Lines of a payment in one text: `2 x Bolt @ 3.50 = 7.00; …`. */
export const lines_text = sql`coalesce((
    select string_agg(concat(item ->> 'quantity', ' x ', item ->> 'name', ' @ ',
      ${decimalsOf(sql`round(coalesce(${numberOfLine('unit_price')}, 0))`, 'transaction')}, ' = ',
      ${decimalsOf(line_amount, 'transaction')}), '; ' order by place)
    from jsonb_array_elements(case jsonb_typeof(transaction.line_items)
      when 'array' then transaction.line_items else '[]' end) with ordinality as l (item, place)
  ), '')`;
const line_items: ReportColumn = { name: 'line_items', value: guarded(lines_text) };

/** A member of what the card's processor answered. */
const ofCard = (name: string) =>
  sql`coalesce(transaction.response_body -> 'card' ->> ${sql.lit(name)},
    transaction.response_body -> 'terminal' ->> ${sql.lit(name)}, '')`;

/** Every column that a report may hold, by name. */
function allColumns(time_zone: string): ReportColumn[] {
  const time = (name: string) => ({ name, value: localTime(name, time_zone) });
  const answer = (name: string) => ({ name, value: guarded(answered(name, name)) });
  return [
    ...['id', 'merchant_id', 'user_id', 'currency', 'ip_address', 'tax_exempt'].map(plain),
    ...['type', 'status', 'response', 'response_code', 'transaction_source'].map(plain),
    ...['payment_method', 'payment_type', 'card_funding'].map(plain),
    ...['processor_id', 'processor_type', 'settlement_batch_id'].map(plain),
    ...['card_first_six', 'card_last_four'].map(plain),
    ...['merchant_name', 'processor_name', 'order_id', 'po_number', 'description'].map(text),
    ...['user_name', 'customer_id', 'subscription_id', 'referenced_transaction_id'].map(text),
    ...['email_address', 'terminal_id', 'terminal_description', 'group_name'].map(text),
    text('idempotency_key'),
    ...['created_at', 'updated_at', 'captured_at', 'settled_at'].map(time),
    ...money_columns.map(money),
    { name: 'masked_account', value: masked_account },
    ...['auth_code', 'processor_response_code', 'processor_response_text'].map(answer),
    { name: 'avs_response_code', value: answered('avs_response_code', 'avs_response_code') },
    { name: 'cvv_response_code', value: answered('cvv_response_code', 'cvv_response_code') },
    { name: 'name', value: guarded(payer_name) },
    { name: 'card_holder_name', value: guarded(ofCard('cardholder_name')) },
    { name: 'card_type', value: plain('card_funding').value },
    { name: 'card_brand', value: ofCard('card_type') },
    { name: 'entry_type', value: ofCard('entry_type') },
    { name: 'expiration_date', value: ofCard('expiration_date') },
    ...address('billing', 'billing_address'),
    ...address('shipping', 'shipping_address'),
    line_items,
  ];
}

/**
 * The columns of a report in the order of a format's fields, or else of the standard ones. Line
 * items come last where they are requested and the format has none.
 */
export function reportColumns(
  time_zone: string,
  with_lines: boolean,
  fields: readonly string[] = standard_export_fields,
): ReportColumn[] {
  const known = new Map(allColumns(time_zone).map((column) => [column.name, column]));
  const lines = with_lines && !fields.includes(line_items_field) ? [line_items_field] : [];
  return [...fields, ...lines].map((name) => {
    const column = known.get(name);
    if (column === undefined) throw new Error(`A report has no column ${name}.`);
    return column;
  });
}
