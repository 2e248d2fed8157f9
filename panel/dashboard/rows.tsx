// A small table in its section, with what is said where it has no rows.
import type { ReactNode } from 'react';
import { Section } from '../kit/parts/section.tsx';
import { type HeadColumn, TableHead } from '../kit/parts/table-head.tsx';
import styles from './dashboard.module.css';

interface RowsProps {
  title: string;
  columns: readonly HeadColumn[];
  aside?: ReactNode;
  /** Said where there are no rows. */
  nothing: string;
  children: readonly ReactNode[];
}

export function Rows({ title, columns, aside, nothing, children }: RowsProps) {
  return (
    <Section title={title} aside={aside} flush>
      {children.length === 0 ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the section around it has the heading
        <div
          className={styles.scroll}
          role="region"
          aria-label={`${title}, table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, keys must reach that
          tabIndex={0}
        >
          <table className={styles.rows}>
            <TableHead columns={columns} />
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
