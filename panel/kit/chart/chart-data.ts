// What a chart shows, without how it is drawn: points along one axis and the series over them.

/** One place on the axis: a day. */
export interface ChartPoint {
  key: string;
  /** `Saturday, 06/13/2026`: of the tooltip and the table. */
  label: string;
  /** `06/13`: below the axis. */
  tick: string;
  /** Not over yet: its bar is hatched (visual 10). */
  unfinished?: boolean;
}

export interface ChartSeries {
  key: string;
  label: string;
  /** One for each point; null where there is nothing to measure. */
  values: readonly (number | null)[];
  /** As the tooltip and the table print it. */
  text: (value: number) => string;
  /** The rows behind a value. */
  to?: (at: number) => string;
}

/** A series that is drawn, above the next one over the same days (visual 10: one measure each). */
export interface ChartPlot extends ChartSeries {
  shape: 'bars' | 'line';
  /** As the axis prints it, shorter than `text`. */
  tick: (value: number) => string;
  height: number;
  /** Ends of its axis; from 0 to the largest value when left out. */
  ends?: readonly [number, number];
}

export interface DaysChartData {
  points: readonly ChartPoint[];
  plots: readonly ChartPlot[];
  /** Read out and listed in the table, not drawn. */
  beside?: readonly ChartSeries[];
}

export function seriesOf({ plots, beside = [] }: DaysChartData): readonly ChartSeries[] {
  return [...plots, ...beside];
}

/** Room below the first plot for the days, and above each later one for its name. */
const days_height = 26;
const name_height = 30;

/** Where each plot begins, and how tall all of them are: known before anything is drawn. */
export function plotPlaces(plots: readonly ChartPlot[]): { tops: number[]; height: number } {
  let top = 10;
  const tops = plots.map((plot, at) => {
    if (at > 0) top += name_height;
    const begins = top;
    top += plot.height + (at === 0 ? days_height : 0);
    return begins;
  });
  return { tops, height: top + 6 };
}

export function daysHeight(plots: readonly ChartPlot[]): number {
  return plotPlaces(plots).height;
}

export const no_value = '–';

export function valueText(series: ChartSeries, at: number): string {
  const value = series.values[at] ?? null;
  return value === null ? no_value : series.text(value);
}

/** A point in words: `Saturday, 06/13/2026: Captured $5,483.10, Payments 47`. */
export function pointText(data: DaysChartData, at: number): string {
  const values = seriesOf(data).map((one) => `${one.label} ${valueText(one, at)}`);
  return `${data.points[at]?.label ?? ''}: ${values.join(', ')}`;
}

/** How many points share one label below the axis, so that labels do not touch. */
export function labelStep(points: number, width: number, label_width = 56): number {
  return Math.max(1, Math.ceil((points * label_width) / Math.max(width, 1)));
}

/** The largest value of a plot, at least 1: an axis without length cannot be drawn. */
export function endsOf(plot: ChartPlot): readonly [number, number] {
  const largest = Math.max(...plot.values.map((value) => value ?? 0), 1);
  return plot.ends ?? [0, largest];
}

/** Parts of a line between gaps: a day without a value is not joined over. */
export function unbroken(values: readonly (number | null)[]): number[][] {
  const parts: number[][] = [[]];
  values.forEach((value, at) => {
    if (value !== null) parts.at(-1)?.push(at);
    else if (parts.at(-1)?.length) parts.push([]);
  });
  return parts.filter((part) => part.length > 0);
}

/** One part of a whole. */
export interface Share {
  key: string;
  label: string;
  value: number;
  /** As it is printed. */
  text: string;
  /** Words after the label: `12 payments`. */
  note?: string;
  to?: string;
}

/** Colours that stay apart for every eye (visual 10). */
const max_colours = 4;

/** The colour of a part, the largest first; 0 is gray, of what is beyond the colours. */
export function colourOf(at: number): number {
  return at < max_colours ? at + 1 : 0;
}

/** `62.1%` of a whole; the dash where there is no whole. */
export function percentText(part: number, whole: number): string {
  return whole <= 0 ? no_value : `${((part * 100) / whole).toFixed(1)}%`;
}
