// The five figures of the day, each with the search that finds its rows.
import type { AccountType } from '../../contract/access/access.ts';
import { formatMoney } from '../../contract/money.ts';
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import { percentText } from '../kit/chart/chart-data.ts';
import type { Display } from '../kit/format/display.ts';
import { formatTime, formatWeekday, zoneName } from '../kit/format/moments.ts';
import { counted } from '../kit/waiting-entry.ts';
import { Change, type Figure } from './figures.tsx';
import { is, transactionsWith, within } from './links.ts';

/** `batch closes at 18:00 PDT`, or how many payments wait for it. */
function awaitingNote({ figures }: HomeRecord, display: Display): string {
  const { closes_at, count } = figures.awaiting;
  if (closes_at === null) return counted(count, 'payment');
  return `batch closes at ${formatTime(closes_at, display)} ${zoneName(closes_at, display)}`;
}

export function dayFigures(home: HomeRecord, area: AccountType, display: Display): Figure[] {
  const { figures, today, currency, week_ago } = home;
  const weekday = formatWeekday(week_ago.day, 'short');
  const { captured, approval, refunded, awaiting, held } = figures;
  const money = (amount: number) => formatMoney(amount, currency);
  const rows = (...filters: Parameters<typeof transactionsWith>[1][]) =>
    transactionsWith(area, ...filters, is('currency_iso_code', currency));
  return [
    {
      label: 'Captured today',
      value: money(captured.today.amount),
      to: rows(within('captured_at', today)),
      note: (
        <Change
          now={captured.today.amount}
          before={captured.week_ago.amount}
          weekday={weekday}
          more_is_good
        />
      ),
    },
    {
      label: 'Approval rate today',
      value: percentText(approval.today.approved, approval.today.attempts),
      to: rows(within('created_at', today)),
      note: `${approval.today.approved} of ${counted(approval.today.attempts, 'attempt')}`,
    },
    {
      label: 'Awaiting settlement',
      value: money(awaiting.amount),
      to: rows(is('status', 'pending_settlement')),
      note: awaitingNote(home, display),
    },
    {
      label: 'Refunded today',
      value: money(refunded.today.amount),
      to: rows(is('type', 'refund'), within('created_at', today)),
      note: counted(refunded.today.count, 'refund'),
    },
    {
      label: 'Held for review',
      value: money(held.amount),
      to: rows(is('status', area === 'partner' ? 'flagged_partner' : 'flagged')),
      note: counted(held.count, 'flagged payment'),
    },
  ];
}
