// The two charts over the days of a period.
import { ChartSection } from '../kit/chart/chart-section.tsx';
import { useDisplay } from '../kit/format/display.ts';
import { capturedChart, refundChart } from './charts.ts';
import type { FiguresProps } from './figure-parts.tsx';

export function CapturedPerDay({ home, place }: FiguresProps) {
  return (
    <ChartSection
      title="Captured per day"
      data={capturedChart(home, place, useDisplay())}
      nothing="Nothing was captured in this period."
    />
  );
}

export function RefundsPerDay({ home, place }: FiguresProps) {
  return (
    <ChartSection
      title="Refunds per day"
      data={refundChart(home, place, useDisplay())}
      nothing="Nothing was refunded in this period."
    />
  );
}
