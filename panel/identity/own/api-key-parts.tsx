// Parts of the API key screens: the secret that is shown once, and the last question.
import { useState } from 'react';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { SecretsDialog } from '../../kit/dialog/secrets-dialog.tsx';
import { useRemoval } from '../../kit/dialog/use-removal.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';

export const key_kinds = { api: 'Private', pub: 'Public' } as const;

export function Secret({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <SecretsDialog secrets={[{ label: 'API key', value }]} onClose={onClose}>
      The key is shown only once. Anyone with this key can act as you.
    </SecretsDialog>
  );
}

const overlaps = [
  { value: '0', label: 'immediately' },
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
      <p>The new key has the same name, permissions and restrictions. It is shown only once.</p>
      <SelectField name="overlap_hours" label="The old key stops working" choices={overlaps} />
    </FormDialog>
  );
}

/** Deletes a key after a question; `onRemoved` follows where its own page is left. */
export function useKeyRemoval(onRemoved?: () => void) {
  return useRemoval<ApiKeyRecord>({
    endpoint: api_keys.remove,
    stales: [api_keys.search],
    noun: 'API key',
    effect: ({ name, hint }) =>
      `Requests with ${name || hint} will be refused. This cannot be undone.`,
    ...(onRemoved && { onRemoved }),
  });
}
