// Parts of the API key screens: the secret that is shown once, and the last question.
import { IconCopy } from '@tabler/icons-react';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { useRemove } from '../../hooks.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { toast } from '../../notices.ts';
import '../identity.css';

export const key_kinds = { api: 'Private', pub: 'Public' } as const;

export function Secret({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Dialog
      title="Copy the key now"
      tone="warning"
      onClose={onClose}
      footer={
        <button type="button" className="plain-button" data-primary onClick={onClose}>
          I have kept it
        </button>
      }
    >
      <p>It is shown this once. Whoever has it can act in your name.</p>
      <p className="secret-line">
        <code>{value}</code>
        <button
          type="button"
          className="plain-button"
          onClick={() => void copyText('API key', value)}
        >
          <IconCopy {...icon_16} />
          Copy
        </button>
      </p>
    </Dialog>
  );
}

interface DeleteProps {
  one: ApiKeyRecord;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteKey({ one, onClose, onDeleted }: DeleteProps) {
  const remove = useRemove(api_keys.remove, {
    quiet: true,
    stales: [api_keys.search],
    onSaved: () => {
      toast('API key deleted');
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ActionDialog
      title="Delete the API key"
      action="Delete key"
      destructive
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ params: { id: one.id } })}
      onClose={onClose}
    >
      <p>
        Whatever uses {one.name || one.hint} is refused from then on. This cannot be taken back.
      </p>
    </ActionDialog>
  );
}
