// Parts of the API key screens: the secret that is shown once, and the last question.
import { useState } from 'react';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { useRemove } from '../../hooks.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { SecretsDialog } from '../../kit/dialog/secrets-dialog.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { toast } from '../../notices.ts';
import '../identity.css';

export const key_kinds = { api: 'Private', pub: 'Public' } as const;

export function Secret({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <SecretsDialog secrets={[{ label: 'API key', value }]} onClose={onClose}>
      It is shown this once. Whoever has it can act in your name.
    </SecretsDialog>
  );
}

const overlaps = [
  { value: '0', label: 'at once' },
  { value: '1', label: 'after an hour' },
  { value: '24', label: 'after a day' },
  { value: '168', label: 'after a week' },
];

interface RotateProps {
  one: ApiKeyRecord;
  onClose: () => void;
  onRotated: () => void;
}

/** A new key in the place of this one; both work for the overlap, so that nothing stands still. */
export function RotateKey({ one, onClose, onRotated }: RotateProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm(api_keys.rotate, {
    initial: { overlap_hours: '24' },
    input: ({ overlap_hours }) => ({ overlap_hours: Number(overlap_hours) }),
    params: { id: one.id },
    // Not the key itself: its page would begin anew, and take the secret with it.
    stales: [api_keys.search],
    onSaved: ({ api_key }) => setSecret(api_key),
  });
  if (secret !== null) return <Secret value={secret} onClose={onRotated} />;
  return (
    <FormDialog form={form} title="Rotate the API key" action="Create new key" onClose={onClose}>
      <p>The new key has the same name, permissions and places. It is shown once.</p>
      <SelectField name="overlap_hours" label="The old key stops" choices={overlaps} />
    </FormDialog>
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
