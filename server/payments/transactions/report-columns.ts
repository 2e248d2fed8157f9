// The columns of a report as SQL expressions: text guarded against formulas, money as decimals.
import { type RawBuilder, sql } from 'kysely';
import { currency_codes } from '../../../contract/fields.ts';
import { digitsOf } from '../../../contract/money.ts';
import { address_fields } from '../../../contract/payments/transactions/record.ts';

interface ReportColumn {
  name: string;
  value: RawBuilder<unknown>;
}

/** What makes a spreadsheet compute: = + - @ TAB LF CR and the full-width forms, in front. */
const formula_starts = [61, 43, 45, 64, 9, 10, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20];

/** A cell that would be read as a formula gets an apostrophe; numbers do not (quality 3.3). */
function guarded(text: RawBuilder<unknown>): RawBuilder<unknown> {
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
export function decimals(amount: string): RawBuilder<unknown> {
  const column = sql.ref(`transaction.${amount}`);
  const cases = unusual.map((code) => {
    const unit = `1e-${digitsOf(code)}`;
    return sql`when ${sql.lit(code)} then ${column} * ${sql.raw(unit)}`;
  });
  return sql`case when transaction.currency not in (${unusual_codes}) then ${column} * 0.01
    else case transaction.currency ${sql.join(cases, sql` `)} end end`;
}

/** Local time of a zone to the second. */
export function localTime(moment: string, time_zone: string): RawBuilder<unknown> {
  const column = sql.ref(`transaction.${moment}`);
  return sql`date_trunc('second', ${column} at time zone ${time_zone})`;
}

const plain = (name: string): ReportColumn => ({ name, value: sql.ref(`transaction.${name}`) });
const text = (name: string): ReportColumn => ({
  name,
  value: guarded(sql.ref(`transaction.${name}`)),
});
const money = (name: string): ReportColumn => ({ name, value: decimals(name) });

/** A member of the card's or the bank account's answer, whichever there is. */
function answered(card: string, ach: string): RawBuilder<unknown> {
  return sql`coalesce(transaction.response_body -> 'card' ->> ${sql.lit(card)},
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

/** Lines of a payment in one cell: `2 x Bolt @ 350 = 700; …`, minor units as they were sent. */
const line_items: ReportColumn = {
  name: 'line_items',
  value: guarded(sql`coalesce((
    select string_agg(concat(item ->> 'quantity', ' x ', item ->> 'name', ' @ ',
      item ->> 'unit_price', ' = ', item ->> 'amount'), '; ' order by place)
    from jsonb_array_elements(case jsonb_typeof(transaction.line_items)
      when 'array' then transaction.line_items else '[]' end) with ordinality as l (item, place)
  ), '')`),
};

/** Every column of a CSV report, in its order. */
export function reportColumns(time_zone: string, with_lines: boolean): ReportColumn[] {
  const time = (name: string) => ({ name, value: localTime(name, time_zone) });
  return [
    ...['id', 'merchant_id'].map(plain),
    text('merchant_name'),
    time('created_at'),
    ...['type', 'status', 'response', 'response_code', 'currency'].map(plain),
    ...['amount', 'base_amount', 'amount_authorized', 'amount_captured'].map(money),
    ...['amount_settled', 'amount_refunded', 'tip_amount', 'surcharge', 'service_fee'].map(money),
    ...['payment_adjustment', 'discount_amount', 'tax_amount', 'shipping_amount'].map(money),
    ...['national_tax_amount', 'duty_amount'].map(money),
    ...['payment_method', 'payment_type', 'card_funding'].map(plain),
    { name: 'masked_account', value: masked_account },
    { name: 'auth_code', value: guarded(answered('auth_code', 'auth_code')) },
    {
      name: 'processor_response_code',
      value: guarded(answered('processor_response_code', 'processor_response_code')),
    },
    {
      name: 'processor_response_text',
      value: guarded(answered('processor_response_text', 'processor_response_text')),
    },
    { name: 'avs_response_code', value: answered('avs_response_code', 'avs_response_code') },
    { name: 'cvv_response_code', value: answered('cvv_response_code', 'cvv_response_code') },
    ...['processor_id', 'processor_type'].map(plain),
    ...['processor_name', 'order_id', 'po_number', 'description', 'user_name'].map(text),
    plain('transaction_source'),
    ...['customer_id', 'subscription_id', 'referenced_transaction_id'].map(text),
    ...['settlement_batch_id', 'ip_address'].map(plain),
    text('email_address'),
    ...address('billing', 'billing_address'),
    ...address('shipping', 'shipping_address'),
    time('captured_at'),
    time('settled_at'),
    ...(with_lines ? [line_items] : []),
  ];
}
