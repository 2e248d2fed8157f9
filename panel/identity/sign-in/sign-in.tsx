// The sign-in screen: user name and password, the second factor where one is set, or a key of
// login-as; in plain React so that it is there at once.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { passkeys } from '../../../contract/identity/passkeys.ts';
import { call } from '../../api.ts';
import { brand } from '../../brand.ts';
import { showError } from '../../notices.ts';
import { returnPath, whySignInAgain } from '../../session/return-path.ts';
import { useStore } from '../../store.ts';
import { PasskeyButton } from '../factors/passkey-button.tsx';
import { passkeysWork } from '../factors/passkey-use.ts';
import { askPasskeyCall } from './auth-calls.ts';
import { type AuthField, AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { type Credentials, enter, type FactorChallenge, factorChallenge } from './enter.ts';

const SecondFactor = lazy(async () => {
  const { SecondFactor: Screen } = await import('../factors/second-factor.tsx');
  return { default: Screen };
});

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
export function SignIn() {
  const { brand_name } = useStore(brand);
  const navigate = useNavigate();
  const [known, setKnown] = useState<{
    credentials: Credentials;
    challenge: FactorChallenge;
  } | null>(null);
  const [auth_key] = useState(takeAuthKey);
  const [notice] = useState(() => whySignInAgain(returnPath()));
  useEffect(() => {
    if (auth_key !== '') enter({ auth_key }, navigate).catch(showError);
  }, [auth_key, navigate]);
  if (known) {
    return (
      <Suspense fallback={null}>
        <SecondFactor
          known={known.credentials}
          challenge={known.challenge}
          onBack={() => setKnown(null)}
        />
      </Suspense>
    );
  }
  const submit = async (values: Record<string, string>) => {
    try {
      await enter(values, navigate);
    } catch (error) {
      const challenge = factorChallenge(error);
      if (challenge === null) throw error;
      setKnown({ credentials: values, challenge });
    }
  };
  return (
    <AuthFrame
      name="Log in"
      heading={`Log in to ${brand_name}`}
      notice={notice}
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
      {passkeysWork() && (
        <PasskeyButton
          label="Log in with a passkey"
          requestChallenge={() => call<typeof passkeys.ask>(askPasskeyCall)}
          onAnswer={(passkey) => enter({ passkey }, navigate)}
        />
      )}
    </AuthFrame>
  );
}
