// The Error ID, whole, with a button that copies it and one that opens its trace.

import { IconCopy } from '@tabler/icons-react';
import { trace_opener } from '../../notices.ts';
import { useStore } from '../../store.ts';
import basics from '../../style/basics.module.css';
import { copyText } from '../copy-text.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './parts.module.css';

export function ErrorId({ id }: { id: string }) {
  const open = useStore(trace_opener);
  return (
    <div className={styles.errorId}>
      <span>Error ID: {id}</span>
      <IconButton
        label="Copy Error ID"
        icon={IconCopy}
        size={14}
        onClick={() => void copyText('Error ID', id)}
      />
      {open && (
        <button type="button" className={basics.quietButton} onClick={() => open(id)}>
          What happened
        </button>
      )}
    </div>
  );
}
