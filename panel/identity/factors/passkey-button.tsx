// Logs in by passkey: the browser asks for it, and says so where it was not given.
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import type { PasskeyAssertion, PasskeyRequest } from '../../../contract/identity/passkeys.ts';
import { icon_16 } from '../../kit/icon.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { showError } from '../../notices.ts';
import signInStyles from '../sign-in/sign-in.module.css';
import { answerOfPasskey, passkeyFault } from './passkey-use.ts';

interface PasskeyButtonProps {
  label: string;
  primary?: boolean;
  /** What the browser is asked with. */
  requestChallenge: () => Promise<PasskeyRequest>;
  onAnswer: (passkey: PasskeyAssertion) => Promise<void>;
}

export function PasskeyButton({
  label,
  primary = false,
  requestChallenge: ask,
  onAnswer,
}: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFault('');
    try {
      await onAnswer(await answerOfPasskey(ask));
    } catch (error) {
      const message = passkeyFault(error);
      if (message === null) showError(error);
      else setFault(message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={signInStyles.passkeyWay}>
      <PlainButton primary={primary} aria-disabled={busy} onClick={() => void press()}>
        <IconFingerprint {...icon_16} /> {label}
      </PlainButton>
      <p className={signInStyles.fault} role="alert">
        {fault}
      </p>
    </div>
  );
}
