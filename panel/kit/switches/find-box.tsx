// The field above a long form that finds one of its settings; typing in it changes nothing.
import type { KeyboardEvent, ReactNode } from 'react';
import basics from '../../style/basics.module.css';
import { SearchInput } from '../parts/search-input.tsx';
import styles from './find-box.module.css';

interface FindBoxProps {
  label: string;
  value: string;
  onFind: (typed: string) => void;
  /** At the other end: a count, announced when it changes. */
  children?: ReactNode;
}

/** Enter would send the form around; Escape clears before it closes anything. */
function keepInside(event: KeyboardEvent<HTMLInputElement>, clear: () => void): void {
  if (event.key === 'Enter') event.preventDefault();
  if (event.key !== 'Escape' || event.currentTarget.value === '') return;
  event.preventDefault();
  event.stopPropagation();
  clear();
}

export function FindBox({ label, value, onFind, children }: FindBoxProps) {
  return (
    <div className={styles.find} onInput={(event) => event.stopPropagation()}>
      <div className={`${basics.inputFrame} ${basics.searchBox} ${styles.box}`}>
        <SearchInput
          label={label}
          value={value}
          onType={onFind}
          onKeyDown={(event) => keepInside(event, () => onFind(''))}
        />
      </div>
      {children !== undefined && <span role="status">{children}</span>}
    </div>
  );
}

/** `Nothing matches “xyz”.` */
export function NothingFound({ find }: { find: string }) {
  return <p className={styles.none}>Nothing matches “{find.trim()}”.</p>;
}
