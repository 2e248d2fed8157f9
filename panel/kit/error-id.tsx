// The Error ID, whole, with a button that copies it.
import { IconCopy } from '@tabler/icons-react';
import { copyText } from './copy-text.ts';
import { icon_14 } from './icon.ts';

export function ErrorId({ id }: { id: string }) {
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
    </div>
  );
}
