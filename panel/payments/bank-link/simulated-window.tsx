// The sandbox's bank window: stands in for the provider's, and signs in a test user of the lab.
import { useState } from 'react';
import { bank_link } from '../../../contract/vault/bank-link.ts';
import { type ApiError, call } from '../../api.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { SelectControl } from '../../kit/form/controls.tsx';
import { Hint } from '../../kit/page/page-parts.tsx';

const users = [
  { value: 'user_good', label: 'user_good, three accounts' },
  { value: 'user_login_required', label: 'user_login_required, asks to sign in again' },
  { value: 'user_no_accounts', label: 'user_no_accounts, no accounts' },
];

interface SimulatedWindowProps {
  relink: string;
  onSignedIn: (public_token: string) => void;
  onClose: () => void;
}

export function SimulatedWindow({ relink, onSignedIn, onClose }: SimulatedWindowProps) {
  const [username, setUsername] = useState('user_good');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const submit = async () => {
    setBusy(true);
    try {
      const input = { username, relink };
      onSignedIn((await call(bank_link.signInSimulated, { input })).public_token);
    } catch (failure) {
      setError(failure as ApiError);
      setBusy(false);
    }
  };
  const again = relink !== '';
  return (
    <ActionDialog
      title={again ? 'Sign in to the test bank again' : 'Sign in to the test bank'}
      action={again ? 'Sign in again' : 'Sign in'}
      {...{ busy, error, onClose }}
      onSubmit={() => void submit()}
    >
      {again ? (
        <p>Your bank asks you to sign in again.</p>
      ) : (
        <SelectControl
          name="username"
          label="Test user"
          value={username}
          choices={users}
          onChange={setUsername}
        />
      )}
      <Hint>This bank is simulated. Its accounts hold no money.</Hint>
    </ActionDialog>
  );
}
