// The period that the charts cover, kept in the address: Back and a copied link bring it again.
import { useSearchParams } from 'react-router';
import { periods } from '../../contract/reports/dashboard.ts';
import { Segments } from '../kit/parts/segments.tsx';
import styles from './dashboard.module.css';

export const default_days = 14;

export function usePeriod(): [days: number, set: (days: number) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('days'));
  const days = periods.find((one) => one === asked) ?? default_days;
  return [days, (next) => setSearch({ days: String(next) }, { preventScrollReset: true })];
}

export function PeriodChoice({
  days,
  onChange,
}: {
  days: number;
  onChange: (days: number) => void;
}) {
  return (
    <Segments
      label="Period"
      choices={periods.map(String)}
      value={String(days)}
      textOf={(one) => (
        <span>
          {one}
          <span className={styles.long}> days</span>
          <span className={styles.short} aria-hidden="true">
            {' '}
            d
          </span>
        </span>
      )}
      onChange={(one) => onChange(Number(one))}
    />
  );
}
