// What became of the transactions of a period at all merchants below a partner (spec 1 §3).
import { Link } from 'react-router';
import { formatMoney } from '../../contract/money.ts';
import type { AccountFigures } from '../../contract/reports/dashboard.ts';
import { type PartnerStatistics, statistics } from '../../contract/reports/statistics.ts';
import { useRecord } from '../hooks.ts';
import type { ActiveFilter } from '../kit/filter/search-state.ts';
import { formatCount } from '../kit/list/pages.ts';
import { Hint } from '../kit/page/page-parts.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { inCurrency, madeWithin } from '../payments/transactions-with.ts';
import { partner_counts } from './links.ts';
import { periodOf } from './period-span.ts';
import type { Place } from './place.ts';

function factsOf(of: PartnerStatistics, { rows }: Place, within: ActiveFilter) {
  const captured = of.by_currency.map(({ currency, amount_sum }) => ({
    label: `Captured (${currency.toUpperCase()})`,
    value: <Link to={rows(within, inCurrency(currency))}>{formatMoney(amount_sum, currency)}</Link>,
  }));
  const counted = partner_counts.map(([name, label, filters]) => ({
    label,
    value: <Link to={rows(...filters, within)}>{formatCount(of[name])}</Link>,
  }));
  return [...captured, ...counted];
}

interface PartnerCountsProps {
  home: AccountFigures;
  place: Place;
  id: string;
}

export function PartnerCounts({ home, place, id }: PartnerCountsProps) {
  const { start_at: startTime, end_at: endTime } = periodOf(home);
  const params = { partnerId: id, type: 'transaction', startTime, endTime };
  const { data, isError } = useRecord(statistics.partner, { params }, { keeps_former: true });
  return (
    <Section title="Transactions">
      {data && <Facts facts={factsOf(data, place, madeWithin(periodOf(home)))} />}
      {isError && <Hint>The counts could not be loaded.</Hint>}
    </Section>
  );
}
