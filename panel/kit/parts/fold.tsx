// A part of a form that is rarely needed: folded, with a peek of what it holds.
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { icon_16 } from '../icon.ts';
import styles from './fold.module.css';

interface FoldProps {
  title: string;
  /** A few words on what is inside, while it is folded. */
  peek?: string;
  /** Stays open while true: a field inside has an error. */
  forced?: boolean;
  open_at_start?: boolean;
  children: ReactNode;
}

export function Fold({ title, peek, forced = false, open_at_start = false, children }: FoldProps) {
  const [wanted, setWanted] = useState(open_at_start);
  const id = useId();
  const open = wanted || forced;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles.fold} data-part="fold">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setWanted(!open)}
        >
          <Chevron {...icon_16} />
          <b>{title}</b>
          {!open && peek && <span className={styles.peek}>{peek}</span>}
        </button>
      </h2>
      <div id={id} className={styles.body} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
