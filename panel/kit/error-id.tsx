// The Error ID, whole, with a button that copies it and one that opens its trace.
import { IconCopy } from '@tabler/icons-react';
import { trace_opener } from '../notices.ts';
import { useStore } from '../store.ts';
import { copyText } from './copy-text.ts';
import { icon_14 } from './icon.ts';

export function ErrorId({ id }: { id: string }) {
  const open = useStore(trace_opener);
  return (
    <div className="error-id">
      <span>Error ID: {id}</span>
      <button
        type="button"
        className="icon-button"
        aria-label="Copy Error ID"
        onClick={() => void copyText('Error ID', id)}
      >
        <IconCopy {...icon_14} />
      </button>
      {open && (
        <button type="button" className="quiet-button" onClick={() => open(id)}>
          What happened
        </button>
      )}
    </div>
  );
}
