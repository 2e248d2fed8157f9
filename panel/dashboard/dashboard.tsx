// The first screen after the sign-in: the day, the period, and what waits (spec 3 §1).
import { IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import { dashboard } from '../../contract/reports/dashboard.ts';
import { useRecord } from '../hooks.ts';
import { ChartSection, loadCharts } from '../kit/chart/chart-section.tsx';
import { useDelayed } from '../kit/delayed.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatMoment, formatWeekday, zoneName } from '../kit/format/moments.ts';
import { icon_16 } from '../kit/icon.ts';
import { KeyButton } from '../kit/keys/key-button.tsx';
import { Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { terminal_path } from '../payments/paths.ts';
import { accountMay, useOwnMerchant } from '../session/own-merchant.ts';
import { capturedChart, refundChart } from './charts.ts';
import styles from './dashboard.module.css';
import { dayFigures } from './day-figures.tsx';
import { Figures } from './figures.tsx';
import { Failed, Waits } from './loading.tsx';
import { WaysToPay } from './methods.tsx';
import {
  Declines,
  LatestBatches,
  LatestNews,
  type PartProps,
  Processors,
  TopMerchants,
} from './parts.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';
import { SetUp } from './set-up.tsx';
import { Waiting } from './waiting.tsx';

function TakePayment() {
  const navigate = useNavigate();
  return (
    <KeyButton
      hotkey="n"
      label="Take payment"
      onPress={() => void navigate(terminal_path)}
      button={{ leftSection: <IconPlus {...icon_16} /> }}
    />
  );
}

/** A merchant without payments: what to do first, and what waits already. */
function FirstSteps({ home, area }: PartProps) {
  return (
    <div className={styles.wide}>
      <SetUp all={home.set_up ?? []} />
      <div className={styles.stacked}>
        <Waiting all={home.waiting} area={area} />
        <LatestNews home={home} area={area} />
      </div>
    </div>
  );
}

function Figured({ home, area }: PartProps) {
  const display = useDisplay();
  const both = { home, area };
  return (
    <>
      <Figures figures={dayFigures(home, area, display)} />
      <div className={styles.wide}>
        <ChartSection
          title="Captured per day"
          data={capturedChart(home, area, display)}
          nothing="Nothing was captured in this period."
        />
        <Waiting all={home.waiting} area={area} />
      </div>
      <div className={styles.wide}>
        <ChartSection
          title="Refunds per day"
          data={refundChart(home, area, display)}
          nothing="Nothing was refunded in this period."
        />
        <WaysToPay {...both} />
      </div>
      <div className={styles.wide}>
        <LatestBatches {...both} />
        <LatestNews {...both} />
      </div>
      <div className={styles.halves}>
        <Declines {...both} />
        {area === 'merchant' ? <Processors {...both} /> : <TopMerchants {...both} />}
      </div>
    </>
  );
}

/** `Thursday, 06/18/2026 10:42 PDT`. */
function useNote(home: PartProps['home'] | undefined): string {
  const display = useDisplay();
  if (home === undefined) return '';
  const { today, as_of, time_zone } = home;
  const in_zone = { ...display, time_zone };
  const zone = zoneName(as_of, in_zone);
  return `${formatWeekday(today.day, 'long')}, ${formatMoment(as_of, in_zone)} ${zone}`;
}

export function Dashboard({ area }: { area: AccountType }) {
  const [days, setDays] = usePeriod();
  const input = { days };
  const query = useRecord(dashboard.home, { input }, { quiet: true, keeps_former: true });
  const { data: home, isError, isPlaceholderData } = query;
  const waits = useDelayed(query.isPending);
  const takes = accountMay(may.use_terminal, useOwnMerchant(area));
  // While the figures are on their way, so is what draws them.
  useEffect(() => void loadCharts(), []);
  const is_new = home?.set_up != null;
  const actions = (
    <>
      {!is_new && <PeriodChoice days={days} onChange={setDays} />}
      {takes && <TakePayment />}
    </>
  );
  return (
    <Page>
      <PageTitle title="Dashboard" note={useNote(home)} actions={actions} />
      <div aria-busy={query.isPending || isPlaceholderData} data-part="dashboard">
        {home === undefined && isError && (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        )}
        {home === undefined && !isError && <Waits shown={waits} />}
        {home && (is_new ? <FirstSteps {...{ home, area }} /> : <Figured {...{ home, area }} />)}
      </div>
    </Page>
  );
}
