// The five figures of the day, each with the search that finds its rows.
import { formatMoney } from '../../contract/money.ts';
import type { AccountFigures, Figures } from '../../contract/reports/dashboard.ts';
import { counted } from '../kit/action-item.ts';
import { percentText } from '../kit/chart/chart-data.ts';
import type { Display } from '../kit/format/display.ts';
import { formatDate, formatTime, formatWeekday, zoneName } from '../kit/format/moments.ts';
import { Change, type Figure } from './figures.tsx';
import { dayLinks } from './links.ts';
import type { Place } from './place.ts';

type Rate = Figures['approval']['today'];

const rateText = ({ approved, declined }: Rate) => percentText(approved, approved + declined);

const attemptsOf = ({ approved, declined }: Rate) => approved + declined;

/** `13 of 15 attempts`, and what is not answered yet. */
function attemptsNote({ approved, declined, attempts }: Rate): string {
  const open = attempts - approved - declined;
  const all = `${approved} of ${counted(attempts, 'attempt')}`;
  return open === 0 ? all : `${all}, ${open} pending`;
}

/** `batch closes at 18:00 PDT`, or how many payments wait for it. */
function awaitingNote(
  { closes_at, count }: Figures['awaiting'],
  as_of: string,
  display: Display,
): string {
  if (closes_at === null) return counted(count, 'payment');
  const is_today = formatDate(closes_at, display) === formatDate(as_of, display);
  const time = `${formatTime(closes_at, display)} ${zoneName(closes_at, display)}`;
  return `batch closes ${is_today ? '' : 'tomorrow '}at ${time}`;
}

export function dayFigures(
  home: AccountFigures,
  { captured, approval, refunded, awaiting, held }: Figures,
  place: Place,
  display: Display,
): Figure[] {
  const { currency, week_ago } = home;
  const weekday = formatWeekday(week_ago.day, 'short');
  const money = (amount: number) => formatMoney(amount, currency);
  const links = dayLinks(home, place.area);
  return [
    {
      label: 'Captured today',
      value: money(captured.today.amount),
      to: place.rows(...links.captured),
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
      value: rateText(approval.today),
      to: place.rows(...links.approval),
      note: attemptsNote(approval.today),
      ...(attemptsOf(approval.week_ago) > 0 && {
        before: `${rateText(approval.week_ago)} last ${weekday}`,
      }),
    },
    {
      label: 'Awaiting settlement',
      value: money(awaiting.amount),
      to: place.rows(...links.awaiting),
      note: awaitingNote(awaiting, home.as_of, display),
    },
    {
      label: 'Refunded today',
      value: money(refunded.today.amount),
      to: place.rows(...links.refunded),
      note: counted(refunded.today.count, 'refund'),
      ...(refunded.week_ago.amount > 0 && {
        before: `${money(refunded.week_ago.amount)} last ${weekday}`,
      }),
    },
    {
      // What the merchants below have to decide themselves is not among it.
      label: place.area === 'partner' ? 'Held for your review' : 'Held for review',
      value: money(held.amount),
      to: place.rows(...links.held),
      note: counted(held.count, 'flagged payment'),
    },
  ];
}
