// An id as its first four and last four characters, whole in its title and when copied (visual 7).
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../copy-text.ts';
import { icon_14 } from '../icon.ts';

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
    <span className="record-id">
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
        <button
          type="button"
          className="icon-button"
          aria-label={`Copy ${label}`}
          title={`Copy ${label}`}
          onClick={() => void copyText(label, id)}
        >
          <IconCopy {...icon_14} />
        </button>
      )}
    </span>
  );
}
