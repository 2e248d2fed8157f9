// A framed part of a screen: heading, what belongs beside it, content, a closing line.
import { type ReactNode, useId } from 'react';
import styles from '../kit.module.css';
import { SectionBody } from '../page/page-parts.tsx';

interface SectionProps {
  title: string;
  /** At the right of the heading. */
  aside?: ReactNode;
  footer?: ReactNode;
  /** Content that brings its own margins, such as a table. */
  flush?: boolean;
  children: ReactNode;
}

export function Section({ title, aside, footer, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} data-part="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside && <span className={styles.sectionAside}>{aside}</span>}
      </header>
      {flush ? children : <SectionBody>{children}</SectionBody>}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
