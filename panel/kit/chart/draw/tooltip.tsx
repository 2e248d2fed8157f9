// The values of one day beside where it is read, as a table.
import styles from '../chart.module.css';
import { type DaysChartData, seriesOf, valueText } from '../chart-data.ts';

interface TooltipProps {
  data: DaysChartData;
  at: number;
  /** Middle of the day. */
  x: number;
  width: number;
}

export function Tooltip({ data, at, x, width }: TooltipProps) {
  // On the side with more room, so that it never leaves the chart.
  const side = x > width / 2 ? { right: width - x + 14 } : { left: x + 14 };
  return (
    <div className={styles.tooltip} style={side} aria-hidden="true" data-part="chart-tooltip">
      <b>{data.points[at]?.label}</b>
      {seriesOf(data).map((one) => (
        <span key={one.key}>
          {one.label} <b>{valueText(one, at)}</b>
        </span>
      ))}
    </div>
  );
}
