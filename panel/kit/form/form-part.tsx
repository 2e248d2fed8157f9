// Sections of a form with headings: open, or folded until something inside is invalid.
import type { ReactNode } from 'react';
import kit from '../kit.module.css';
import { Hint } from '../page/page-parts.tsx';
import { Fold } from '../parts/fold.tsx';
import styles from './form.module.css';
import { useHasErrors } from './form-context.ts';

interface FormPartProps {
  title: string;
  note?: ReactNode;
  /** At the right of the heading. */
  aside?: ReactNode;
  /** Tables take the full width; fields are limited to a readable width. */
  wide?: boolean;
  children: ReactNode;
}

export function FormPart({ title, note, aside, wide = false, children }: FormPartProps) {
  return (
    <div
      className={`${kit.sectionBody} ${styles.formPart}`}
      data-part="form-part"
      data-wide={wide || undefined}
    >
      <h2>
        {title}
        {aside}
      </h2>
      {note && <Hint>{note}</Hint>}
      <div>{children}</div>
    </div>
  );
}

interface FormFoldProps {
  title: string;
  peek: string;
  /** Prefix of the names of the fields inside: `primary_contact`. */
  names: string | readonly string[];
  open_at_start?: boolean;
  /** Forced open, because a search matches something inside. */
  forced?: boolean;
  children: ReactNode;
}

export function FormFold({ names, forced = false, ...fold }: FormFoldProps) {
  const has_errors = useHasErrors(typeof names === 'string' ? [names] : names);
  return <Fold {...fold} forced={forced || has_errors} />;
}
