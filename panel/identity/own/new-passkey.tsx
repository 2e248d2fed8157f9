// A new passkey: its name and one's password, then the browser makes it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeys } from '../../../contract/identity/passkeys.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { call } from '../../api.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { TextField } from '../../kit/fields.tsx';
import { toast } from '../../notices.ts';
import { passkeyError } from '../passkey-use.ts';
import { deviceName } from './device-name.ts';
import { PasswordLine } from './password-line.tsx';

interface Wish {
  name: string;
  current_password: string;
}

async function make({ name, current_password }: Wish) {
  const [optionsJSON, { startRegistration }] = await Promise.all([
    call(passkeys.begin, { input: { current_password } }),
    import('@simplewebauthn/browser'),
  ]);
  try {
    const passkey = await startRegistration({ optionsJSON } as never);
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
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [current_password, setPassword] = useState('');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: make,
    meta: { quiet: true },
    onSuccess: async ({ recovery_codes }) => {
      if (recovery_codes.length > 0) onCodes(recovery_codes);
      toast('Passkey added. Your other sessions have ended.');
      onClose();
      const paths: unknown[] = [passkeys.search, sessions.get, two_factor.get].map(
        ({ path }) => path,
      );
      await client.invalidateQueries({
        predicate: ({ queryKey }) => paths.includes(queryKey[0]),
      });
    },
  });
  return (
    <ActionDialog
      title="Add a passkey"
      action="Add passkey"
      busy={add.isPending}
      error={add.error}
      onSubmit={() => {
        if (name.trim() === '' || current_password === '') return;
        add.mutate({ name: name.trim(), current_password });
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        value={name}
        onChange={setName}
        extra={{ input: { maxLength: 100 } }}
      />
      <PasswordLine value={current_password} onChange={setPassword} />
      <p className="hint">Then your browser asks where to keep it.</p>
    </ActionDialog>
  );
}
