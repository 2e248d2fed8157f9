// Amounts of a printed report, written by the database as formatMoney writes them.
import { type RawBuilder, sql } from 'kysely';
import { currency_codes } from '../../../../contract/fields.ts';
import { digitsOf, symbolGap, symbolOf } from '../../../../contract/money.ts';
import { decimals } from './report-columns.ts';

const currency = sql.ref('transaction.currency');
const grouped = '999,999,999,999,999,990';
const without_two_digits = currency_codes.filter((code) => digitsOf(code) !== 2);
const maskOf = (digits: number) => `FM${grouped}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;

const symbols = sql.join(
  currency_codes.map(
    (code) => sql`when ${sql.lit(code)} then ${sql.lit(`${symbolOf(code)}${symbolGap(code)}`)}`,
  ),
  sql` `,
);
const masks = sql.join(
  without_two_digits.map(
    (code) => sql`when ${sql.lit(code)} then ${sql.lit(maskOf(digitsOf(code)))}`,
  ),
  sql` `,
);

/** A money column as `$1,234.56`, `¥1,234`, a true minus sign in front. */
export function formattedMoney(name: string): RawBuilder<unknown> {
  const amount = decimals(name);
  return sql`case when ${sql.ref(`transaction.${name}`)} < 0 then ${sql.lit('\u2212')} else '' end
    || case ${currency} ${symbols} else upper(${currency}) end
    || to_char(abs(${amount}), case ${currency} ${masks} else ${sql.lit(maskOf(2))} end)`;
}
