// Whether a row counts towards a figure: of transactions in SQL, of kept sums as they are read.
import { type SqlBool, sql } from 'kysely';
import {
  type Counted,
  type CountedName,
  counted,
} from '../../../../contract/payments/transactions/counted.ts';
import type { Condition } from '../../../db/search.ts';

/** Written out, so that the index of such rows is found by it. */
function oneOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (!values) return [];
  const list = sql.join(values.map((value) => sql.lit(value)));
  return [sql<SqlBool>`${sql.ref(column)} in (${list})`];
}

/** The condition of a figure over the rows of this name; its dates are a filter of their own. */
export function countsAs(name: CountedName, table: string): Condition {
  const { types, statuses, payment_types }: Counted = counted[name];
  const conditions = [
    ...oneOf(`${table}.type`, types),
    ...oneOf(`${table}.status`, statuses),
    ...oneOf(`${table}.payment_type`, payment_types),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

interface Summed {
  type: string;
  status: string;
  payment_type: string;
}

/** The same of a sum that has been read. */
export function isCountedAs(name: CountedName, { type, status, payment_type }: Summed): boolean {
  const { types, statuses, payment_types }: Counted = counted[name];
  const has = (values: readonly string[] | undefined, value: string) =>
    values === undefined || values.includes(value);
  return has(types, type) && has(statuses, status) && has(payment_types, payment_type);
}
