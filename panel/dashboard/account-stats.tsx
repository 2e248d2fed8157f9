// The statistics tab of a merchant or partner: the day, a period, and the rows behind each figure.
import { useEffect } from 'react';
import type { AccountType } from '../../contract/access/access.ts';
import { type AccountFigures, dashboard } from '../../contract/reports/dashboard.ts';
import { useAccountId } from '../accounts/account/account-frame.tsx';
import type { Kind } from '../accounts/paths.ts';
import { useAccount } from '../accounts/use-account.ts';
import { useRecord } from '../hooks.ts';
import { loadDrawing } from '../kit/chart/use-drawing.ts';
import { useDelayed } from '../kit/delayed.ts';
import { useDisplay } from '../kit/format/display.ts';
import { RecordMissing } from '../kit/page/not-shown.tsx';
import { Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import styles from './dashboard.module.css';
import { CapturedPerDay, RefundsPerDay } from './day-charts.tsx';
import { dayFigures } from './day-figures.tsx';
import { Declines, OtherCurrencies, Processors, TopMerchants } from './figure-parts.tsx';
import { Figures } from './figures.tsx';
import { Failed, Waits } from './loading.tsx';
import { WaysToPay } from './methods.tsx';
import { Now } from './now.tsx';
import { PartnerCounts } from './partner-counts.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';
import { belowPartner, ofMerchant } from './place.ts';

interface ShownProps {
  home: AccountFigures;
  area: AccountType;
  kind: Kind;
  id: string;
}

function Shown({ home, area, kind, id }: ShownProps) {
  const display = useDisplay();
  const is_partner = kind === 'partner';
  const place = is_partner ? belowPartner(area, id) : ofMerchant(area, id);
  const both = { home, place };
  return (
    <>
      {home.figures && <Figures figures={dayFigures(home, home.figures, place, display)} />}
      <OtherCurrencies {...both} />
      <div className={styles.wide}>
        <CapturedPerDay {...both} />
        <WaysToPay {...both} />
      </div>
      <div className={styles.wide}>
        <RefundsPerDay {...both} />
        {is_partner ? <PartnerCounts {...both} id={id} /> : <Processors {...both} />}
      </div>
      <div className={styles.halves}>
        <Declines {...both} />
        {is_partner && <TopMerchants {...both} />}
      </div>
    </>
  );
}

/** What stands beside each of the two charts. */
const beside: Readonly<Record<Kind, readonly string[]>> = {
  merchant: ['Payment methods', 'Processors'],
  partner: ['Payment methods', 'Transactions'],
};

export function AccountStats({ area, kind }: { area: AccountType; kind: Kind }) {
  const id = useAccountId(kind);
  const { data: account, ...of } = useAccount(kind, id);
  const [days, setDays] = usePeriod();
  const asked = { params: { accountId: id }, input: { days } };
  const query = useRecord(dashboard.account, asked, { quiet: true, keeps_former: true });
  const { data: home, isError, isPending, isPlaceholderData } = query;
  const waits = useDelayed(isPending);
  // While the figures are on their way, so is what draws them.
  useEffect(() => void loadDrawing().catch(() => null), []);
  if (!account) return <RecordMissing noun={kind === 'partner' ? 'Partner' : 'Merchant'} of={of} />;
  return (
    <Page>
      <PageTitle
        title={account.name}
        note={<Now home={home} />}
        actions={<PeriodChoice days={days} onChange={setDays} />}
      />
      <div aria-busy={isPending || isPlaceholderData} data-part="statistics">
        {isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {home === undefined && !isError && <Waits shown={waits} beside={beside[kind]} />}
        {home && !isError && <Shown {...{ home, area, kind, id }} />}
      </div>
    </Page>
  );
}
