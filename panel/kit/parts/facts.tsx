// Facts about a record: label and value, two columns; a fact without a value is left out.
import { Fragment, type ReactNode } from 'react';
import styles from './parts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

function isBlank(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter((fact) => !isBlank(fact.value))
        .map((fact) => (
          <Fragment key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
