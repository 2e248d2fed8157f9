// A second factor by the link of a mail: QR code, first code, recovery codes.
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { two_factor } from '../../../contract/identity/two-factor.ts';
import { ApiError, call } from '../../api.ts';
import { showError } from '../../notices.ts';
import { factorQrCall, factorSaveCall } from '../sign-in/auth-calls.ts';
import { type AuthField, AuthForm } from '../sign-in/auth-form.tsx';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { FactorSecret, RecoveryCodes } from './factor-parts.tsx';

const fields: readonly AuthField[] = [
  {
    name: 'totp',
    label: 'Code of the app',
    type: 'code',
    autoComplete: 'one-time-code',
    check: (value) => (/^\d{6}$/.test(value.trim()) ? '' : 'The code has six digits.'),
  },
];

export function FactorSetup() {
  const { token = '' } = useParams();
  const [begun, setBegun] = useState<{ secret: string; qr: string } | null>(null);
  const [dead, setDead] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  useEffect(() => {
    call<typeof two_factor.qrcode>(factorQrCall, { input: { token } })
      .then(setBegun)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 400) setDead(error.message);
        else showError(error);
      });
  }, [token]);
  if (dead !== '') {
    return (
      <AuthFrame
        name="Second factor"
        heading="This link does not work any more"
        notice="It works once, for a day. Log in and set the second factor up from the user menu."
        links={<Link to="/auth">Log in</Link>}
      >
        <p className="hint">{dead}</p>
      </AuthFrame>
    );
  }
  if (codes.length > 0) {
    return (
      <AuthFrame
        name="Second factor"
        heading="Keep these codes"
        notice="Each code signs you in once without your phone. They are not shown again."
        links={<Link to="/auth">Log in</Link>}
      >
        <RecoveryCodes codes={codes} />
      </AuthFrame>
    );
  }
  const submit = async ({ totp = '' }: Record<string, string>) => {
    const given = { input: { token, totp: totp.trim() } };
    const done = await call<typeof two_factor.save>(factorSaveCall, given);
    setCodes(done.recovery_codes);
  };
  return (
    <AuthFrame
      name="Second factor"
      heading="Set up your second factor"
      notice="Scan the picture with an authenticator app, then type the code that it shows."
      links={<Link to="/auth">Back to log in</Link>}
    >
      {begun ? <FactorSecret {...begun} /> : <span className="skeleton factor-qr" />}
      <AuthForm fields={fields} action="Switch on" busy_action="Checking" onSubmit={submit} />
    </AuthFrame>
  );
}
