// The same figures as a table: the newest day first, each value a link to its rows.
import { Link } from 'react-router';
import { TableHead } from '../parts/table-head.tsx';
import styles from './chart.module.css';
import { type ChartSeries, type DaysChartData, seriesOf, valueText } from './chart-data.ts';

interface ChartTableProps {
  data: DaysChartData;
  caption: string;
  /** For readers of the screen beside the chart: no links that nobody sees. */
  plain?: boolean;
}

function Value({ series, at, plain }: { series: ChartSeries; at: number; plain: boolean }) {
  const text = valueText(series, at);
  const to = series.to?.(at);
  const links = !plain && to !== undefined && (series.values[at] ?? 0) !== 0;
  return <td data-numeric>{links ? <Link to={to}>{text}</Link> : text}</td>;
}

export function ChartTable({ data, caption, plain = false }: ChartTableProps) {
  const all = seriesOf(data);
  const newest_first = data.points.map((point, at) => ({ point, at })).reverse();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <TableHead
        columns={[
          { label: 'Day' },
          ...all.map(({ key, label }) => ({ key, label, numeric: true })),
        ]}
      />
      <tbody>
        {newest_first.map(({ point, at }) => (
          <tr key={point.key}>
            <th scope="row">{point.unfinished ? `${point.label}, so far` : point.label}</th>
            {all.map((series) => (
              <Value key={series.key} series={series} at={at} plain={plain} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
