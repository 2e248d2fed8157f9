// The sign-in screen: user name and password, the second factor where one is set, or a key of
// login-as; in plain React so that it is there at once.
import { useEffect, useState } from 'react';
import { Link, type NavigateFunction, useNavigate } from 'react-router';
import type { sessions } from '../../contract/identity/sessions.ts';
import { ApiError, call } from '../api.ts';
import { showError } from '../notices.ts';
import { startSession } from '../session.ts';
import { brand } from '../shell/branding.ts';
import { useStore } from '../store.ts';
import { callerCall, signInCall } from './auth-calls.ts';
import { type AuthField, AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface Credentials {
  username?: string;
  password?: string;
  totp?: string;
  recovery_code?: string;
  auth_key?: string;
}

/** Opens a session and leads to what it owes, or to its area. */
async function enter(input: Credentials, navigate: NavigateFunction): Promise<void> {
  const { token, sid } = await call<typeof sessions.create>(signInCall, { input });
  const started = startSession(token, sid);
  if (started === null) throw new ApiError('The server sent a session that has ended.', 200);
  const { pending } = await call<typeof sessions.get>(callerCall);
  const owed = { password: 'change_password', two_factor: 'two_factor_auth' } as const;
  if (pending === 'terms') await navigate('/auth/accept-tos', { replace: true });
  else if (pending !== '') await navigate(`/${started.account_type}/${owed[pending]}`);
  else await navigate(`/${started.account_type}`, { replace: true });
}

/** The key of a login-as link; it leaves the address before anything else happens. */
function takeAuthKey(): string {
  const url = new URL(window.location.href);
  const key = url.searchParams.get('auth_key') ?? '';
  if (key !== '') {
    url.searchParams.delete('auth_key');
    window.history.replaceState(window.history.state, '', url);
  }
  return key;
}

const first_fields: readonly AuthField[] = [
  { name: 'username', label: 'Username', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
];
const code_field: readonly AuthField[] = [
  { name: 'totp', label: 'Code', type: 'code', autoComplete: 'one-time-code' },
];
const recovery_field: readonly AuthField[] = [{ name: 'recovery_code', label: 'Recovery code' }];

function wantsFactor(error: unknown): boolean {
  const data = error instanceof ApiError ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'two_factor_required' in data;
}

export function SignIn() {
  const { brand_name } = useStore(brand);
  const navigate = useNavigate();
  const [known, setKnown] = useState<Credentials | null>(null);
  const [auth_key] = useState(takeAuthKey);
  useEffect(() => {
    if (auth_key !== '') enter({ auth_key }, navigate).catch(showError);
  }, [auth_key, navigate]);
  if (known) return <SecondFactor known={known} onBack={() => setKnown(null)} />;
  const submit = async (values: Record<string, string>) => {
    try {
      await enter(values, navigate);
    } catch (error) {
      if (!wantsFactor(error)) throw error;
      setKnown(values);
    }
  };
  return (
    <AuthFrame
      name="Log in"
      heading={`Log in to ${brand_name}`}
      links={
        <>
          <Link to="/auth/forgot-password">Forgot password?</Link>
          <Link to="/auth/forgot-username">Forgot username?</Link>
          <Link to="/auth/user-setup">First time here?</Link>
          <Link to="/auth/need-help">Need help?</Link>
        </>
      }
    >
      <AuthForm fields={first_fields} action="Log in" busy_action="Logging in" onSubmit={submit} />
    </AuthFrame>
  );
}

function SecondFactor({ known, onBack }: { known: Credentials; onBack: () => void }) {
  const navigate = useNavigate();
  const [by_code, setByCode] = useState(true);
  return (
    <AuthFrame
      name="Log in"
      heading="Enter your code"
      says={
        by_code
          ? 'The six digits that your authenticator app shows for this account.'
          : 'One of the ten codes that were shown when the second factor was set up.'
      }
      links={
        <>
          <button type="button" onClick={() => setByCode(!by_code)}>
            {by_code ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>
          <button type="button" onClick={onBack}>
            Back to the password
          </button>
        </>
      }
    >
      <AuthForm
        key={String(by_code)}
        fields={by_code ? code_field : recovery_field}
        action="Log in"
        busy_action="Logging in"
        onSubmit={(values) => enter({ ...known, ...values }, navigate)}
      />
    </AuthFrame>
  );
}
