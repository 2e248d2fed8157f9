// One measure over the days: its axis at the left, at most four lines, its bars or its line.
import { AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { Bar, Line, LinePath } from '@visx/shape';
import styles from '../chart.module.css';
import { type ChartPlot, type ChartPoint, endsOf, unbroken } from '../chart-data.ts';

interface Across {
  (index: number): number | undefined;
  bandwidth(): number;
}

export const middleOf = (across: Across, index: number) =>
  (across(index) ?? 0) + across.bandwidth() / 2;

/** From the left edge to where each plot begins, and from the right edge to where it ends. */
export const sides = { left: 52, right: 8 };

interface PlotProps {
  plot: ChartPlot;
  points: readonly ChartPoint[];
  across: Across;
  /** The point that is read. */
  at: number | null;
  /** Id of the hatching. */
  hatch: string;
  width: number;
  top: number;
  /** Its name stands above it: it is not the first. */
  named: boolean;
}

type Down = (value: number) => number;

function Bars({ plot, points, across, hatch, down }: PlotProps & { down: Down }) {
  return plot.values.map((value, index) => {
    const y = down(value ?? 0);
    const point = points[index];
    return (
      <Bar
        key={point?.key}
        x={across(index) ?? 0}
        y={y}
        width={across.bandwidth()}
        height={Math.max(0, plot.height - y)}
        rx={Math.min(2, across.bandwidth() / 4)}
        className={point?.unfinished ? styles.openBar : styles.bar}
        {...(point?.unfinished && { fill: `url(#${hatch})` })}
      />
    );
  });
}

function Lines({ plot, across, at, down }: PlotProps & { down: Down }) {
  const middle = (index: number) => middleOf(across, index);
  const value = (index: number) => plot.values[index] ?? 0;
  const parts = unbroken(plot.values);
  const last = parts.at(-1)?.at(-1);
  const dots = new Set([
    ...parts.filter(({ length }) => length === 1).flat(),
    ...[last, at].filter((one): one is number => one != null && plot.values[one] != null),
  ]);
  return (
    <>
      {parts.map((part) => (
        <LinePath
          key={part[0]}
          data={part}
          x={middle}
          y={(index) => down(value(index))}
          className={styles.line}
        />
      ))}
      {[...dots].map((index) => (
        <circle
          key={index}
          cx={middle(index)}
          cy={down(value(index))}
          r={3.5}
          className={styles.dot}
        />
      ))}
    </>
  );
}

export function Plot(props: PlotProps) {
  const { plot, width, top, named } = props;
  const { left, right } = sides;
  const scale = scaleLinear<number>({ domain: [...endsOf(plot)], range: [plot.height, 0] });
  if (plot.ends === undefined) scale.nice(3);
  const ticks = scale.ticks(plot.height < 100 ? 2 : 3);
  const Shape = plot.shape === 'bars' ? Bars : Lines;
  return (
    <Group top={top}>
      {named && (
        <text x={0} y={-10} data-name>
          {plot.label}
        </text>
      )}
      {ticks.map((tick) => (
        <Line
          key={tick}
          from={{ x: left, y: scale(tick) }}
          to={{ x: width - right, y: scale(tick) }}
          className={styles.grid}
        />
      ))}
      <AxisLeft
        scale={scale}
        left={left}
        tickValues={ticks}
        hideAxisLine
        hideTicks
        tickComponent={({ y, formattedValue }) => (
          <text x={-8} y={y} dy={4} textAnchor="end">
            {formattedValue}
          </text>
        )}
        tickFormat={(tick) => plot.tick(Number(tick))}
      />
      <Shape {...props} down={scale} />
    </Group>
  );
}
