// A few choices side by side, one of them pressed.
import type { ReactNode } from 'react';
import styles from '../kit.module.css';

interface SegmentsProps<T extends string> {
  label: string;
  choices: readonly T[];
  value: T;
  onChange: (choice: T) => void;
  textOf: (choice: T) => ReactNode;
  className?: string;
}

export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, choices, value, onChange, textOf, className = styles.segments } = props;
  return (
    <fieldset className={className} data-part="segments" aria-label={label}>
      {choices.map((one) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
          {textOf(one)}
        </button>
      ))}
    </fieldset>
  );
}
