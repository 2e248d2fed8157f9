// Parts of a whole as one stacked bar; what each is stands in the list below it.
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStackHorizontal } from '@visx/shape';
import { useRef } from 'react';
import styles from '../chart.module.css';
import { colourOf, type Share } from '../chart-data.ts';
import { useWidth } from './use-width.ts';

const height = 16;
/** The one bar there is. */
const only = 'whole';

export function ShareBar({ shares }: { shares: readonly Share[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const whole = shares.reduce((total, { value }) => total + value, 0);
  const row = Object.fromEntries(shares.map(({ key, value }) => [key, value]));
  const keys = shares.map(({ key }) => key);
  return (
    <div ref={frame} className={styles.shareBar}>
      {width > 0 && whole > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <BarStackHorizontal
            data={[row]}
            keys={keys}
            y={() => only}
            xScale={scaleLinear<number>({ domain: [0, whole], range: [0, width] })}
            yScale={scaleBand<string>({ domain: [only], range: [0, height] })}
            color={(key) => key}
          >
            {(stacks) =>
              stacks.flatMap((stack) =>
                stack.bars.map((bar) => (
                  <rect
                    key={bar.key}
                    x={bar.x}
                    y={0}
                    width={Math.max(0, bar.width - 1)}
                    height={bar.height}
                    data-colour={colourOf(keys.indexOf(bar.key))}
                  />
                )),
              )
            }
          </BarStackHorizontal>
        </svg>
      )}
    </div>
  );
}
