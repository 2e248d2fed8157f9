// A framed part of a screen: heading, what belongs beside it, content, a closing line.
import { type ReactNode, useId } from 'react';

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
    <section className="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside && <span className="section-aside">{aside}</span>}
      </header>
      {flush ? children : <div className="section-body">{children}</div>}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
