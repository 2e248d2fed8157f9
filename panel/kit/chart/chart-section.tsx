// A chart in its section: what its colours mean, and the switch that shows it as a table.
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import basics from '../../style/basics.module.css';
import { IconButton } from '../icon-button.tsx';
import { Skeleton } from '../page/page-parts.tsx';
import { Section } from '../parts/section.tsx';
import styles from './chart.module.css';
import { type ChartPlot, type DaysChartData, daysHeight } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { useDrawing } from './use-drawing.ts';

function Legend({ plots }: { plots: readonly ChartPlot[] }) {
  return plots.map(({ key, label, shape }) => (
    <span key={key} className={styles.legend} data-shape={shape}>
      {label}
    </span>
  ));
}

interface ChartSectionProps {
  title: string;
  data: DaysChartData;
  /** Said in place of the chart where there is nothing to draw. */
  nothing: string;
}

interface DrawnProps extends Pick<ChartSectionProps, 'title' | 'data'> {
  drawing: ReturnType<typeof useDrawing>;
  height: number;
}

function Drawn({ drawing, title, data, height }: DrawnProps) {
  return drawing ? (
    <drawing.DaysChart label={title} data={data} />
  ) : (
    <ChartSkeleton height={height} />
  );
}

export function ChartSection({ title, data, nothing }: ChartSectionProps) {
  const drawing = useDrawing();
  const [chosen, setAsTable] = useState(false);
  const as_table = chosen || drawing === null;
  const height = daysHeight(data.plots);
  const label = as_table ? 'Show as chart' : 'Show as table';
  const empty = data.plots.every(({ values }) => values.every((value) => !value));
  return (
    <Section
      title={title}
      flush
      aside={
        <>
          {data.plots.length > 1 && !as_table && <Legend plots={data.plots} />}
          {drawing !== null && (
            <IconButton
              label={`${label}: ${title}`}
              title={label}
              icon={as_table ? IconChartBar : IconTable}
              aria-pressed={as_table}
              onClick={() => setAsTable(!as_table)}
            />
          )}
        </>
      }
    >
      <div className={styles.place} style={{ height: height + 32 }}>
        {as_table ? (
          // biome-ignore lint/a11y/useSemanticElements: a section of its own would need a heading
          <div
            className={styles.scroll}
            role="region"
            aria-label={`${title}, table`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, keys must reach that
            tabIndex={0}
          >
            <ChartTable data={data} caption={title} />
          </div>
        ) : (
          <>
            {empty ? (
              <p className={styles.nothing}>{nothing}</p>
            ) : (
              <Drawn {...{ title, data, height, drawing }} />
            )}
            <div className={basics.hiddenText}>
              <ChartTable data={data} caption={title} plain />
            </div>
          </>
        )}
      </div>
    </Section>
  );
}

/** Bars where bars will be, as tall as the chart. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className={styles.skeleton} style={{ height }} aria-hidden="true">
      {[40, 62, 78, 35, 48, 60, 52].map((tall) => (
        <Skeleton key={tall} style={{ height: `${tall}%` }} />
      ))}
    </div>
  );
}
