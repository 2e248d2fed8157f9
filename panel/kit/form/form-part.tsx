// A part of a form below its heading, split from the one above by a line.
import type { ReactNode } from 'react';

interface FormPartProps {
  title: string;
  note?: ReactNode;
  /** At the right of the heading. */
  aside?: ReactNode;
  /** Tables take the whole width; fields stay within what the eye can follow. */
  wide?: boolean;
  children: ReactNode;
}

export function FormPart({ title, note, aside, wide = false, children }: FormPartProps) {
  return (
    <div className="section-body form-part" data-wide={wide || undefined}>
      <h2>
        {title}
        {aside}
      </h2>
      {note && <p className="hint">{note}</p>}
      <div>{children}</div>
    </div>
  );
}
