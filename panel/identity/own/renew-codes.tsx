// New recovery codes in the place of the old ones, for whoever proves a factor again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { call, type DataOf } from '../../api.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { useStanding } from '../../use-standing.ts';
import { passkeysWork } from '../factors/passkey-use.ts';
import styles from '../identity.module.css';
import { proveByPasskey } from './prove-by-passkey.ts';

interface RenewCodesProps {
  state: DataOf<typeof two_factor.get>;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** A code of the app, or what the passkey answers. */
async function renew({ totp, by_app }: { totp: string; by_app: boolean }) {
  if (by_app) return await call(two_factor.newRecoveryCodes, { input: { totp: totp.trim() } });
  const passkey = await proveByPasskey();
  return await call(two_factor.newRecoveryCodes, { input: { passkey } });
}

export function RenewCodes({ state, onCodes, onClose }: RenewCodesProps) {
  const { authenticator_app, passkey_count } = state;
  const [by_app, setByApp] = useState(authenticator_app);
  const can_ask = passkeysWork();
  const client = useQueryClient();
  const standing = useStanding();
  const form = useForm(two_factor.newRecoveryCodes, {
    initial: { totp: '' },
    required: by_app ? ['totp'] : [],
    send: async ({ totp }) => {
      const { recovery_codes } = await renew({ totp, by_app });
      onCodes(recovery_codes);
      toast('Recovery codes created. The old codes no longer work.');
      if (standing.current) onClose();
      await client.invalidateQueries({ queryKey: [two_factor.get.path] });
    },
  });
  return (
    <FormDialog
      form={form}
      title="Create new recovery codes"
      action={by_app ? 'Create new codes' : 'Use your passkey'}
      onClose={onClose}
    >
      <p>Ten new codes replace the old codes, which stop working.</p>
      {by_app && <TextField name="totp" />}
      {!by_app && !can_ask && (
        <p className={styles.notice}>Passkeys do not work at this address.</p>
      )}
      {authenticator_app && passkey_count > 0 && can_ask && (
        <PlainButton onClick={() => setByApp(!by_app)}>
          {by_app ? 'Use a passkey instead' : 'Use an app code instead'}
        </PlainButton>
      )}
    </FormDialog>
  );
}
