// The dashboard before its figures are there, and when they do not come.
import { Button } from '@mantine/core';
import type { ApiError } from '../api.ts';
import listStyles from '../kit/list/list.module.css';
import { Skeleton } from '../kit/page/page-parts.tsx';
import { ErrorId } from '../kit/parts/error-id.tsx';
import { Section } from '../kit/parts/section.tsx';
import styles from './dashboard.module.css';
import { FiguresSkeleton } from './figures.tsx';

const charts = ['Captured per day', 'Refunds per day'];

const home_beside = ['Waiting for you', 'Payment methods'] as const;

interface WaitsProps {
  shown: boolean;
  /** What stands beside each chart. */
  beside?: readonly string[];
}

/** The frames stand at once; bars only where the wait lasts. */
export function Waits({ shown, beside = home_beside }: WaitsProps) {
  return (
    <div role="status" aria-label="Loading">
      <FiguresSkeleton count={5} />
      {charts.map((title, at) => (
        <div key={title} className={styles.wide}>
          <Section title={title}>
            <div className={styles.wait} data-tall={at === 0 || undefined}>
              {shown && <Skeleton />}
            </div>
          </Section>
          <Section title={beside[at] ?? ''}>
            <div className={styles.wait}>{shown && <Skeleton />}</div>
          </Section>
        </div>
      ))}
    </div>
  );
}

export function Failed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <div className={listStyles.empty} role="alert">
      <h2>The figures could not be loaded</h2>
      <p>{error.message}</p>
      {error.correlation_id !== '' && <ErrorId id={error.correlation_id} />}
      <p className={listStyles.emptyActions}>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </p>
    </div>
  );
}
