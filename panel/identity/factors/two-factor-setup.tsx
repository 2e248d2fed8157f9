// A second factor by the link of a mail: QR code, first code, recovery codes.
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { two_factor } from '../../../contract/identity/two-factor.ts';
import { ApiError, call } from '../../api.ts';
import kit from '../../kit/kit.module.css';
import { Hint } from '../../kit/page/page-parts.tsx';
import { showError } from '../../notices.ts';
import { factorQrCall, factorSaveCall } from '../sign-in/auth-calls.ts';
import { type AuthField, AuthForm } from '../sign-in/auth-form.tsx';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import signInStyles from '../sign-in/sign-in.module.css';
import { FactorSecret, RecoveryCodes } from './factor-parts.tsx';

const fields: readonly AuthField[] = [
  {
    name: 'totp',
    label: 'Authenticator code',
    type: 'code',
    autoComplete: 'one-time-code',
    check: (value) => (/^\d{6}$/.test(value.trim()) ? '' : 'Enter the 6-digit code.'),
  },
];

interface FrameProps {
  heading: string;
  notice: string;
  link?: string;
  children: ReactNode;
}

function Frame({ link = 'Log in', ...rest }: FrameProps) {
  return (
    <AuthFrame name="Two-factor authentication" links={<Link to="/auth">{link}</Link>} {...rest} />
  );
}

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
      <Frame
        heading="This link no longer works"
        notice="It was used or has expired. Log in and set it up from the user menu."
      >
        <Hint>{dead}</Hint>
      </Frame>
    );
  }
  if (codes.length > 0) {
    return (
      <Frame
        heading="Save these codes"
        notice="Use a code to log in without your phone. Each works once. They are shown only once."
      >
        <RecoveryCodes codes={codes} />
      </Frame>
    );
  }
  const submit = async ({ totp = '' }: Record<string, string>) => {
    const request = { input: { token, totp: totp.trim() } };
    const done = await call<typeof two_factor.save>(factorSaveCall, request);
    setCodes(done.recovery_codes);
  };
  return (
    <Frame
      heading="Set up two-factor authentication"
      notice="Scan the QR code with an authenticator app, then enter the code it shows."
      link="Back to login"
    >
      {begun ? (
        <FactorSecret {...begun} />
      ) : (
        <span className={`${kit.skeleton} ${signInStyles.factorQr}`} data-part="skeleton" />
      )}
      <AuthForm fields={fields} action="Turn on" busy_action="Checking" onSubmit={submit} />
    </Frame>
  );
}
