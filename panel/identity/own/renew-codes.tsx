// New recovery codes in the place of the old ones, for whoever proves a factor again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeys } from '../../../contract/identity/passkeys.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { type ApiError, call, type DataOf } from '../../api.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { toast } from '../../notices.ts';
import { answerOfPasskey, passkeyError, passkeysWork } from '../passkey-use.ts';
import { CodeField } from './code-field.tsx';

interface RenewCodesProps {
  state: DataOf<typeof two_factor.get>;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** Undefined asks the passkey. */
async function renew(totp: string | undefined) {
  if (totp !== undefined) return await call(two_factor.newRecoveryCodes, { input: { totp } });
  try {
    const passkey = await answerOfPasskey(() => call(passkeys.confirm));
    return await call(two_factor.newRecoveryCodes, { input: { passkey } });
  } catch (error) {
    throw passkeyError(error);
  }
}

export function RenewCodes({ state, onCodes, onClose }: RenewCodesProps) {
  const { authenticator_app, passkey_count } = state;
  const [by_app, setByApp] = useState(authenticator_app);
  const [code, setCode] = useState('');
  const can_ask = passkeysWork();
  const client = useQueryClient();
  const make = useMutation<{ recovery_codes: string[] }, ApiError, string | undefined>({
    mutationFn: renew,
    meta: { quiet: true },
    onSuccess: async ({ recovery_codes }) => {
      onCodes(recovery_codes);
      toast('New recovery codes made. The old ones no longer work.');
      onClose();
      await client.invalidateQueries({ queryKey: [two_factor.get.path] });
    },
  });
  const submit = () => {
    const typed = code.trim();
    if (!by_app) make.mutate(undefined);
    else if (typed !== '') make.mutate(typed);
  };
  return (
    <ActionDialog
      title="Create new recovery codes"
      action={by_app ? 'Create new codes' : 'Use your passkey'}
      busy={make.isPending}
      error={make.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Ten new codes take the place of the old ones, which stop working.</p>
      {by_app && <CodeField code={code} onChange={setCode} />}
      {!by_app && !can_ask && <p className="notice">Passkeys do not work at this address.</p>}
      {authenticator_app && passkey_count > 0 && can_ask && (
        <button type="button" className="plain-button" onClick={() => setByApp(!by_app)}>
          {by_app ? 'Use a passkey instead' : 'Use a code of the app instead'}
        </button>
      )}
    </ActionDialog>
  );
}
