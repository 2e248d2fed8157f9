// The second factor at sign-in: a passkey, a code of the app, or a recovery code.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PasskeyRequest } from '../../../contract/identity/passkeys.ts';
import type { sessions } from '../../../contract/identity/sessions.ts';
import { ApiError, call } from '../../api.ts';
import { withBotCheck } from '../bot-check/bot-check.ts';
import { signInCall } from '../sign-in/auth-calls.ts';
import { type AuthField, AuthForm } from '../sign-in/auth-form.tsx';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import {
  type Credentials,
  enter,
  type FactorChallenge,
  factorChallenge,
} from '../sign-in/enter.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { passkeysWork } from './passkey-use.ts';

type Way = 'passkey' | 'totp' | 'recovery';

const code_field: readonly AuthField[] = [
  { name: 'totp', label: 'Code', type: 'code', autoComplete: 'one-time-code' },
];
const recovery_field: readonly AuthField[] = [{ name: 'recovery_code', label: 'Recovery code' }];

const words: Readonly<Record<Way, { heading: string; note: string; link: string }>> = {
  passkey: {
    heading: 'Use your passkey',
    note: 'Follow the prompt of your device or browser.',
    link: 'Use a passkey',
  },
  totp: {
    heading: 'Enter your code',
    note: 'Enter the six digits from your authenticator app.',
    link: 'Use the authenticator app',
  },
  recovery: {
    heading: 'Enter your code',
    note: 'Enter one of the ten codes you saved during setup.',
    link: 'Use a recovery code',
  },
};

/** Ways this person has on this page, the best first. */
function waysOf({ totp = true, passkey }: FactorChallenge): Way[] {
  return [
    ...(passkey && passkeysWork() ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    'recovery',
  ];
}

interface SecondFactorProps {
  known: Credentials;
  challenge: FactorChallenge;
  onBack: () => void;
}

export function SecondFactor({ known, challenge, onBack }: SecondFactorProps) {
  const navigate = useNavigate();
  const ways = waysOf(challenge);
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  return (
    <AuthFrame
      name="Log in"
      heading={words[way].heading}
      notice={words[way].note}
      links={
        <>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <button key={other} type="button" onClick={() => setWay(other)}>
                {words[other].link}
              </button>
            ))}
          <button type="button" onClick={onBack}>
            Back to the password
          </button>
        </>
      }
    >
      {way === 'passkey' ? (
        <ByPasskey known={known} challenge={challenge} />
      ) : (
        <AuthForm
          key={way}
          fields={way === 'totp' ? code_field : recovery_field}
          action="Log in"
          busy_action="Logging in"
          onSubmit={(values) => enter({ ...known, ...values }, navigate)}
        />
      )}
    </AuthFrame>
  );
}

/** Each question is answered once: for a second try the server gives another. */
function ByPasskey({ known, challenge }: Omit<SecondFactorProps, 'onBack'>) {
  const navigate = useNavigate();
  const [unused, setUnused] = useState(challenge.passkey);
  const requestChallenge = async () => {
    setUnused(undefined);
    return unused ?? (await askAgain(known));
  };
  return (
    <PasskeyButton
      label="Use your passkey"
      primary
      requestChallenge={requestChallenge}
      onAnswer={(passkey) => enter({ ...known, passkey }, navigate)}
    />
  );
}

async function askAgain(input: Credentials): Promise<PasskeyRequest> {
  try {
    await withBotCheck('sign_in', (bot_check) =>
      call<typeof sessions.create>(signInCall, { input }, { bot_check }),
    );
  } catch (error) {
    const passkey = factorChallenge(error)?.passkey;
    if (passkey) return passkey;
    throw error;
  }
  throw new ApiError('This login has expired. Log in again.', 200);
}
