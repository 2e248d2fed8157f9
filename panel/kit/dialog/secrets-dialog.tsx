// Shows secrets this once, each with a button that copies it.
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from '../copy-text.ts';
import { icon_16 } from '../icon.ts';
import { PlainButton } from '../plain-button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './secrets-dialog.module.css';

interface SecretsDialogProps {
  /** Those without a value are left out. */
  secrets: readonly { label: string; value: string | undefined }[];
  onClose: () => void;
  /** What they open, and for whom. */
  children: ReactNode;
}

export function SecretsDialog({ secrets, onClose, children }: SecretsDialogProps) {
  const shown = secrets.filter(({ value }) => value !== undefined && value !== '');
  const footer = (
    <PlainButton primary onClick={onClose}>
      I have saved {shown.length > 1 ? 'them' : 'it'}
    </PlainButton>
  );
  const title = `Copy the ${shown.length > 1 ? 'keys' : 'key'} now`;
  return (
    <Dialog title={title} tone="warning" onClose={onClose} footer={footer}>
      <p>{children}</p>
      <dl className={styles.secrets} data-part="secrets">
        {shown.map(({ label, value = '' }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <PlainButton aria-label={`Copy ${label}`} onClick={() => void copyText(label, value)}>
                <IconCopy {...icon_16} />
                Copy
              </PlainButton>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
