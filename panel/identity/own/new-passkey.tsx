// A new passkey: its name and one's password, then the browser makes it.
import { useQueryClient } from '@tanstack/react-query';
import { passkeys } from '../../../contract/identity/passkeys.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { call } from '../../api.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { toast } from '../../notices.ts';
import { useStanding } from '../../use-standing.ts';
import { passkeyError } from '../factors/passkey-use.ts';
import { deviceName } from './device-name.ts';

interface PasskeyValues {
  name: string;
  current_password: string;
}

async function make({ name, current_password }: PasskeyValues) {
  const [options, { makePasskey }] = await Promise.all([
    call(passkeys.begin, { input: { current_password } }),
    import('../factors/passkey-browser.ts'),
  ]);
  try {
    const passkey = await makePasskey(options);
    return await call(passkeys.create, { input: { name, passkey } });
  } catch (error) {
    throw passkeyError(error);
  }
}

interface NewPasskeyProps {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function NewPasskey({ onCodes, onClose }: NewPasskeyProps) {
  const client = useQueryClient();
  const standing = useStanding();
  const form = useForm(passkeys.begin, {
    initial: { name: deviceName(navigator.userAgent), current_password: '' },
    required: ['name'],
    fields: { name: { label: 'Name' } },
    send: async ({ name, current_password }) => {
      const { recovery_codes } = await make({ name: name.trim(), current_password });
      if (recovery_codes.length > 0) onCodes(recovery_codes);
      toast('Passkey added. Your other sessions have ended.');
      if (standing.current) onClose();
      const paths: unknown[] = [passkeys.search, sessions.get, two_factor.get].map(
        ({ path }) => path,
      );
      await client.invalidateQueries({
        predicate: ({ queryKey }) => paths.includes(queryKey[0]),
      });
    },
  });
  return (
    <FormDialog form={form} title="Add a passkey" action="Add passkey" onClose={onClose}>
      <TextField name="name" />
      <TextField name="current_password" />
      <Hint>Your browser will ask where to save it.</Hint>
    </FormDialog>
  );
}
