// What every bench shares: pairs of ours and yardstick in one run, medians, the printed line.

export interface Pair {
  ours: number;
  yardstick: number;
}

export interface Bar {
  name: string;
  unit: string;
  /** The ratio ours ÷ yardstick, or the plain figure, that must be kept. */
  floor?: number;
  goal: number;
  better: 'more' | 'less';
  note?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function figure(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Noise of a machine that does other things too: a floor is broken only beyond it (quality 7). */
const slack = 0.15;
let broken = 0;

/** How many lines have fallen below their floor in this run. */
export function floorsBroken(): number {
  return broken;
}

function verdict(bar: Bar, value: number): string {
  const reaches = (mark: number) => (bar.better === 'more' ? value >= mark : value <= mark);
  if (reaches(bar.goal)) return 'ok, goal reached';
  if (bar.floor === undefined) return 'short of the goal';
  if (reaches(bar.floor)) return 'ok';
  const widened = bar.floor * (bar.better === 'more' ? 1 - slack : 1 + slack);
  if (reaches(widened)) return 'ok within 15 % of the floor for noise';
  broken += 1;
  return 'FLOOR';
}

function marks(bar: Bar): string {
  const sign = bar.better === 'more' ? '≥' : '≤';
  const floor = bar.floor === undefined ? '' : `floor ${sign} ${bar.floor}, `;
  return `(${floor}goal ${sign} ${bar.goal})`;
}

/** Prints one line for pairs measured alternately; gives the median ratio. */
export function reportPairs(bar: Bar, pairs: readonly Pair[]): number {
  const ratios = pairs.map(({ ours, yardstick }) => ours / yardstick);
  const ratio = median(ratios);
  const spread = `${figure(Math.min(...ratios))}/${figure(ratio)}/${figure(Math.max(...ratios))}`;
  console.log(
    `${bar.name}: ours ${figure(median(pairs.map((p) => p.ours)))} ${bar.unit}, yardstick ` +
      `${figure(median(pairs.map((p) => p.yardstick)))} ${bar.unit}, ratio ${spread} ` +
      `${marks(bar)}: ${verdict(bar, ratio)}${bar.note ? `; ${bar.note}` : ''}`,
  );
  return ratio;
}

/** Prints one line for a plain figure. */
export function reportFigure(bar: Bar, value: number): number {
  console.log(
    `${bar.name}: ${figure(value)} ${bar.unit} ${marks(bar)}: ${verdict(bar, value)}` +
      `${bar.note ? `; ${bar.note}` : ''}`,
  );
  return value;
}
