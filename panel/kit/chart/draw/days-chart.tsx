// Bars and lines over days, drawn by visx; read by pointer, by arrow keys and aloud.
import { AxisBottom } from '@visx/axis';
import { scaleBand } from '@visx/scale';
import { Line } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import basics from '../../../style/basics.module.css';
import styles from '../chart.module.css';
import { type DaysChartData, daysHeight, labelStep, plotPlaces, pointText } from '../chart-data.ts';
import { middleOf, Plot, sides } from './plot.tsx';
import { Tooltip } from './tooltip.tsx';
import { useWidth } from './use-width.ts';

const { left, right } = sides;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The point that is read, by whichever means; the last one first when keys begin. */
function useReading(data: DaysChartData) {
  const [at, setAt] = useState<number | null>(null);
  const navigate = useNavigate();
  const last = data.points.length - 1;
  const open = (point: number | null) => {
    const to = point === null ? undefined : data.plots[0]?.to?.(point);
    if (to !== undefined) void navigate(to);
  };
  const keyed = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined)
      setAt((now) => Math.min(last, Math.max(0, (now ?? last - step) + step)));
    else if (event.key === 'Home') setAt(0);
    else if (event.key === 'End') setAt(last);
    else if (event.key === 'Enter') open(at);
    else if (event.key === 'Escape' && at !== null) setAt(null);
    else return;
    event.preventDefault();
  };
  return { at, setAt, keyed, open };
}

interface DaysChartProps {
  /** What it shows: `Captured per day`. */
  label: string;
  data: DaysChartData;
}

function Drawn({ data, width, at }: { data: DaysChartData; width: number; at: number | null }) {
  const { points, plots } = data;
  const hatch = useId();
  const { tops, height } = plotPlaces(plots);
  const across = scaleBand<number>({
    domain: points.map((_, index) => index),
    range: [left, width - right],
    padding: 0.38,
  });
  const step = labelStep(points.length, width - left - right);
  const last = points.length - 1;
  const labelled = points.map((_, index) => index).filter((index) => (last - index) % step === 0);
  return (
    <svg width={width} height={height} className={styles.drawing} aria-hidden="true">
      <defs>
        <pattern
          id={hatch}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={6} height={6} className={styles.hatchGround} />
          <rect width={3} height={6} className={styles.bar} />
        </pattern>
      </defs>
      {at !== null && (
        <Line
          from={{ x: middleOf(across, at), y: tops[0] ?? 0 }}
          to={{ x: middleOf(across, at), y: height - 6 }}
          className={styles.reading}
        />
      )}
      {plots.map((plot, index) => (
        <Plot
          key={plot.key}
          {...{ plot, points, across, at, hatch, width }}
          top={tops[index] ?? 0}
          named={index > 0}
        />
      ))}
      <AxisBottom
        scale={across}
        top={(tops[0] ?? 0) + (plots[0]?.height ?? 0)}
        tickValues={labelled}
        hideAxisLine
        hideTicks
        tickComponent={({ x, y, formattedValue }) => {
          const point = points[Number(formattedValue)];
          return (
            <text x={x} y={y} dy={4} textAnchor="middle" data-here={point?.unfinished || undefined}>
              {point?.tick}
            </text>
          );
        }}
      />
    </svg>
  );
}

export function DaysChart({ label, data }: DaysChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { at, setAt, keyed, open } = useReading(data);
  const count = data.points.length;
  const band = (width - left - right) / Math.max(count, 1);
  const pointAt = (event: PointerEvent) => {
    const x = event.clientX - (frame.current?.getBoundingClientRect().left ?? 0) - left;
    return Math.min(count - 1, Math.max(0, Math.floor(x / band)));
  };
  const opens = data.plots[0]?.to !== undefined;
  const keys = `Arrow keys read each day${opens ? '. Enter shows its rows' : ''}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no picture inside
    <div
      ref={frame}
      className={styles.chart}
      data-part="chart"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read its days
      tabIndex={0}
      aria-label={`${label}. ${keys}.`}
      data-opens={opens || undefined}
      style={{ height: daysHeight(data.plots) }}
      onKeyDown={keyed}
      onPointerMove={(event) => setAt(pointAt(event))}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onClick={(event) => open(pointAt(event as unknown as PointerEvent))}
    >
      {width > 0 && count > 0 && <Drawn data={data} width={width} at={at} />}
      {at !== null && <Tooltip data={data} at={at} x={left + band * (at + 0.5)} width={width} />}
      <p className={basics.hiddenText} role="status">
        {at === null ? '' : pointText(data, at)}
      </p>
    </div>
  );
}
