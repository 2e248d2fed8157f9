// The Error ID, whole, with a button that copies it, and the button that opens its trace.

import { IconCopy, IconListCheck } from '@tabler/icons-react';
import { trace_opener } from '../../notices.ts';
import { useStore } from '../../store.ts';
import basics from '../../style/basics.module.css';
import { copyText } from '../copy-text.ts';
import { icon_16 } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './parts.module.css';

interface ErrorIdProps {
  id: string;
  /** The trace is opened from elsewhere: the foot of a dialog. */
  alone?: boolean;
}

export function ErrorId({ id, alone = false }: ErrorIdProps) {
  return (
    <div className={styles.errorId}>
      <span>Error ID: {id}</span>
      <IconButton
        label="Copy Error ID"
        icon={IconCopy}
        size={14}
        onClick={() => void copyText('Error ID', id)}
      />
      {!alone && <OpenTrace id={id} />}
    </div>
  );
}

/** Absent where nobody is signed in, who could read a trace. */
export function OpenTrace({ id }: { id: string }) {
  const open = useStore(trace_opener);
  if (open === null) return null;
  return (
    <button
      type="button"
      className={basics.quietButton}
      data-part="open-trace"
      onClick={() => open(id)}
    >
      <IconListCheck {...icon_16} />
      Open request trace
    </button>
  );
}
