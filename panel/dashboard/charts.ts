// The days of the answer as what the charts take: values, words, and the rows behind each day.
import { formatMoney, formatShort } from '../../contract/money.ts';
import type { AccountFigures, DayRecord } from '../../contract/reports/dashboard.ts';
import {
  type ChartPlot,
  type ChartPoint,
  type DaysChartData,
  percentText,
} from '../kit/chart/chart-data.ts';
import type { Display } from '../kit/format/display.ts';
import { formatDay, formatWeekday } from '../kit/format/moments.ts';
import { formatCount } from '../kit/list/pages.ts';
import { chartLinks } from './links.ts';
import type { Place } from './place.ts';

/** `06/13` of `06/13/2026`: the year is that of the period. */
const shortDay = (day: string, display: Display) =>
  formatDay(day, { ...display, dateformat: display.dateformat.replace(/\W?YYYY\W?/, '') });

function pointsOf({ by_day, today }: AccountFigures, display: Display): ChartPoint[] {
  return by_day.map(({ day }) => ({
    key: day,
    label: `${formatWeekday(day, 'long')}, ${formatDay(day, display)}`,
    tick: day === today.day ? 'today' : shortDay(day, display),
    ...(day === today.day && { unfinished: true }),
  }));
}

/** From a round share of ten below the lowest up to all. */
function rateEnds(rates: readonly (number | null)[]): [number, number] {
  const known = rates.filter((rate) => rate !== null);
  return [Math.min(90, Math.floor(Math.min(100, ...known) / 10) * 10), 100];
}

function rateOf({ approved_count, declined_count }: DayRecord): number | null {
  const answered = approved_count + declined_count;
  return answered === 0 ? null : (approved_count * 100) / answered;
}

/** From each day to its rows. */
function rowsOf(
  { by_day, currency }: AccountFigures,
  place: Place,
  shown: keyof ReturnType<typeof chartLinks>,
) {
  return (at: number) => place.rows(...chartLinks(by_day[at] as DayRecord, currency)[shown]);
}

/** Captured amounts, and below them the share that was approved. */
export function capturedChart(home: AccountFigures, place: Place, display: Display): DaysChartData {
  const { by_day, currency } = home;
  const rates = by_day.map(rateOf);
  const captured: ChartPlot = {
    ...{ key: 'captured', label: 'Captured', shape: 'bars', height: 172 },
    values: by_day.map((day) => day.captured_amount),
    to: rowsOf(home, place, 'captured'),
    text: (amount) => formatMoney(amount, currency),
    tick: (amount) => formatShort(amount, currency),
  };
  const approval: ChartPlot = {
    ...{ key: 'approval', label: 'Approval rate', shape: 'line', height: 52 },
    values: rates,
    text: (rate) => percentText(rate, 100),
    tick: (rate) => `${rate}%`,
    ends: rateEnds(rates),
    to: rowsOf(home, place, 'approval'),
  };
  const payments = {
    ...{ key: 'payments', label: 'Payments', text: formatCount },
    values: by_day.map((day) => day.captured_count),
  };
  return { points: pointsOf(home, display), plots: [captured, approval], beside: [payments] };
}

export function refundChart(home: AccountFigures, place: Place, display: Display): DaysChartData {
  const { by_day, currency } = home;
  const refunded: ChartPlot = {
    ...{ key: 'refunded', label: 'Refunded', shape: 'bars', height: 120 },
    values: by_day.map((day) => day.refunded_amount),
    text: (amount) => formatMoney(amount, currency),
    tick: (amount) => formatShort(amount, currency),
    to: rowsOf(home, place, 'refunded'),
  };
  const refunds = {
    ...{ key: 'refunds', label: 'Refunds', text: formatCount },
    values: by_day.map((day) => day.refunded_count),
  };
  return { points: pointsOf(home, display), plots: [refunded], beside: [refunds] };
}
