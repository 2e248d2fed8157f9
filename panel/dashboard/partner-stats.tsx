// The statistics tab of a partner: what the merchants below it took in a period (spec 3 §3).
import { useState } from 'react';
import { useParams } from 'react-router';
import { partners } from '../../contract/accounts/partners.ts';
import { formatMoney } from '../../contract/money.ts';
import { type PartnerStatistics, statistics } from '../../contract/reports/statistics.ts';
import { businessNow } from '../business-time.ts';
import { useRecord } from '../hooks.ts';
import { formatCount } from '../kit/list/pages.ts';
import { RecordMissing } from '../kit/page/not-shown.tsx';
import { Hint, Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';

const day_seconds = 86_400;

const counts = [
  ['sale_count', 'Sales'],
  ['authorize_count', 'Card holds'],
  ['credit_count', 'Credits'],
  ['void_count', 'Voids'],
  ['decline_count', 'Declines'],
  ['error_count', 'Errors'],
  ['total_count', 'All transactions'],
] as const satisfies readonly (readonly [keyof PartnerStatistics, string])[];

function Figures({ of }: { of: PartnerStatistics }) {
  const facts = counts.map(([name, label]) => ({ label, value: formatCount(of[name]) }));
  const amounts = of.by_currency.map(({ currency, amount_sum }) => ({
    label: `Captured (${currency.toUpperCase()})`,
    value: formatMoney(amount_sum, currency),
  }));
  return <Facts facts={[...amounts, ...facts]} />;
}

export function PartnerStats() {
  const { partner_id = '' } = useParams();
  const { data: partner, ...of } = useRecord(partners.get, { params: { id: partner_id } });
  const [days, setDays] = usePeriod();
  // The end stays while the screen is open: another one would be another question.
  const [end] = useState(() => Math.floor(businessNow().getTime() / 1_000));
  const startTime = String(end - days * day_seconds);
  const params = { partnerId: partner_id, type: 'transaction', startTime, endTime: String(end) };
  const { data, isError } = useRecord(statistics.partner, { params }, { keeps_former: true });
  if (!partner) return <RecordMissing noun="Partner" of={of} />;
  return (
    <Page>
      <PageTitle title={partner.name} actions={<PeriodChoice days={days} onChange={setDays} />} />
      <Section title={`Last ${days} days`}>
        {data && <Figures of={data} />}
        {isError && <Hint>The statistics could not be loaded.</Hint>}
      </Section>
    </Page>
  );
}
