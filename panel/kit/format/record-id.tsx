// An id as its first four and last four characters, whole in its title and when copied (visual 7).

import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../copy-text.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './format.module.css';

interface RecordIdProps {
  id: string;
  /** Names the id in the message after copying: `Transaction ID`. */
  label: string;
  /** Without the button, for rows that have a menu. */
  plain?: boolean;
}

export function RecordId({ id, label, plain = false }: RecordIdProps) {
  const short = id.length > 8;
  return (
    <span className={styles.recordId}>
      <span title={id}>
        {short ? (
          <>
            {id.slice(0, 4)}…<b>{id.slice(-4)}</b>
          </>
        ) : (
          <b>{id}</b>
        )}
      </span>
      {!plain && (
        <IconButton
          label={`Copy ${label}`}
          icon={IconCopy}
          size={14}
          title={`Copy ${label}`}
          onClick={() => void copyText(label, id)}
        />
      )}
    </span>
  );
}
