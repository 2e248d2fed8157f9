// The first screen after the sign-in: the day, the period, and what waits (spec 3 §1).
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import { dashboard, type Figures as FiguresRecord } from '../../contract/reports/dashboard.ts';
import { supportName } from '../brand.ts';
import { useRecord } from '../hooks.ts';
import { loadDrawing } from '../kit/chart/use-drawing.ts';
import { useDelayed } from '../kit/delayed.ts';
import { useDisplay } from '../kit/format/display.ts';
import { Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { list_paths } from '../payments/paths.ts';
import { TakePayment } from '../payments/take-payment.tsx';
import { accountMay, useOwnMerchant } from '../session/own-merchant.ts';
import { ActionItems } from './action-items.tsx';
import styles from './dashboard.module.css';
import { CapturedPerDay, RefundsPerDay } from './day-charts.tsx';
import { dayFigures } from './day-figures.tsx';
import { Declines, OtherCurrencies, Processors, TopMerchants } from './figure-parts.tsx';
import { Figures } from './figures.tsx';
import { Failed, Waits } from './loading.tsx';
import { WaysToPay } from './methods.tsx';
import { Now } from './now.tsx';
import { LatestBatches, LatestNews, type PartProps } from './parts.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';
import { everything } from './place.ts';
import { SetUp } from './set-up.tsx';

/** A merchant without payments: what to do first, and what waits already. */
function FirstSteps({ home, area, takes }: PartProps & { takes: boolean }) {
  const both = { home, area };
  return (
    <div className={styles.wide}>
      <SetUp all={home.set_up ?? []} takes={takes} />
      <div className={styles.stacked}>
        <ActionItems {...both} />
        <LatestNews {...both} />
      </div>
    </div>
  );
}

/** An account whose figures are off sees what waits and the latest, and why there are none. */
function WithoutFigures({ home, area }: PartProps) {
  const both = { home, area };
  const support = supportName(area);
  return (
    <>
      <p className={styles.without} data-part="without-totals">
        Figures and charts are turned off for this account. {support} can turn them on.{' '}
        <Link to={list_paths[area]}>View transactions</Link>
      </p>
      <div className={styles.wide}>
        <ActionItems {...both} />
        <LatestNews {...both} />
      </div>
      <LatestBatches {...both} />
    </>
  );
}

function Figured({ home, area, figures }: PartProps & { figures: FiguresRecord }) {
  const both = { home, area };
  const place = everything(area);
  const placed = { home, place };
  return (
    <>
      <Figures figures={dayFigures(home, figures, place, useDisplay())} />
      <OtherCurrencies {...placed} />
      <div className={styles.wide}>
        <CapturedPerDay {...placed} />
        <ActionItems {...both} />
      </div>
      <div className={styles.wide}>
        <RefundsPerDay {...placed} />
        <WaysToPay {...placed} />
      </div>
      <div className={styles.wide}>
        <LatestBatches {...both} />
        <LatestNews {...both} />
      </div>
      <div className={styles.halves}>
        <Declines {...placed} />
        {area === 'merchant' ? <Processors {...placed} /> : <TopMerchants {...placed} />}
      </div>
    </>
  );
}

function Shown({ home, area, takes }: PartProps & { takes: boolean }) {
  if (home.set_up !== null) return <FirstSteps {...{ home, area, takes }} />;
  if (home.figures === null) return <WithoutFigures {...{ home, area }} />;
  return <Figured {...{ home, area }} figures={home.figures} />;
}

export function Dashboard({ area }: { area: AccountType }) {
  const [days, setDays] = usePeriod();
  const input = { days };
  const query = useRecord(dashboard.home, { input }, { quiet: true, keeps_former: true });
  const { data: home, isError, isPending, isPlaceholderData } = query;
  const waits = useDelayed(isPending);
  const merchant = useOwnMerchant(area);
  // Nothing may move once shown: what depends on the merchant waits for it.
  const known = area !== 'merchant' || merchant !== undefined;
  const takes = accountMay(may.use_terminal, merchant);
  // While the figures are on their way, so is what draws them.
  useEffect(() => void loadDrawing().catch(() => null), []);
  const has_charts = home === undefined || (home.set_up === null && home.figures !== null);
  const actions = (
    <span className={styles.actions} data-waiting={!known || undefined}>
      {has_charts && <PeriodChoice days={days} onChange={setDays} />}
      {(takes || !known) && <TakePayment />}
    </span>
  );
  return (
    <Page>
      <PageTitle title="Dashboard" note={<Now home={home} />} actions={actions} />
      <div aria-busy={isPending || isPlaceholderData} data-part="dashboard">
        {isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {home === undefined && !isError && <Waits shown={waits} />}
        {home && !isError && <Shown {...{ home, area, takes }} />}
      </div>
    </Page>
  );
}
