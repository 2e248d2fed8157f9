// Control totals of a report: its rows, their amounts, and the figures of the totals strip.
import { type RawBuilder, sql } from 'kysely';
import { type Manifest, manifest_totals } from '../../../../contract/reports/manifest.ts';
import type { Condition } from '../../../db/search.ts';
import { currencyTotals } from '../reading/totals/totals.ts';
import { type Group, groupSums } from '../reading/totals/totals-groups.ts';

type Sums = Manifest['sums'];

/** The query run once all rows were read, in their snapshot; `sumsOf` reads the answer. */
export function controlOf(where: Condition): RawBuilder<unknown> {
  return sql`select currency, type, status, count(*) as transaction_count,
      ${groupSums('transaction')}
    from transaction where ${where} group by currency, type, status`;
}

/** By currency, in the order of their codes; minor units. Figures of the strip are for some. */
export function sumsOf(found: readonly unknown[], with_totals: boolean): Sums {
  const groups = found as readonly Group[];
  const codes = [...new Set(groups.map(({ currency }) => currency))].sort();
  return codes.map((currency) => {
    const own = groups.filter((group) => group.currency === currency);
    const all = currencyTotals(currency, own);
    const figures = manifest_totals.map((name) => [name, all[name]]);
    return {
      currency,
      rows: own.reduce((sum, group) => sum + group.transaction_count, 0),
      amount: own.reduce((sum, group) => sum + group.amount, 0),
      ...(with_totals && { totals: Object.fromEntries(figures) as Sums[number]['totals'] }),
    };
  });
}
