// A new password by the code of a mail: after a reset, or the first of all.
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { confirmMessage } from '../../../contract/field-messages.ts';
import { passwordProblem, passwordRule } from '../../../contract/identity/password-policy.ts';
import type { password_reset } from '../../../contract/identity/password-reset.ts';
import { call } from '../../api.ts';
import basics from '../../style/basics.module.css';
import { withBotCheck } from '../bot-check/bot-check.ts';
import { resetCall } from '../sign-in/auth-calls.ts';
import { type AuthField, AuthForm } from '../sign-in/auth-form.tsx';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { minPasswordLength } from './password-policy.ts';

const fields: readonly AuthField[] = [
  {
    name: 'password',
    label: 'New password',
    type: 'password',
    autoComplete: 'new-password',
    check: (value) => passwordProblem(value, minPasswordLength()),
  },
  {
    name: 'again',
    label: 'Confirm new password',
    type: 'password',
    autoComplete: 'new-password',
    check: (value, all) => (value === all.password ? '' : confirmMessage('Confirm new password')),
  },
];

interface NewPasswordProps {
  heading: string;
  /** The screen behind it, for a link that is too old. */
  again: { to: string; text: string };
}

export function NewPassword({ heading, again }: NewPasswordProps) {
  const { reset_code = '' } = useParams();
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <AuthFrame name={heading} heading="Password saved" notice="You can log in with it now.">
        <Link to="/auth" className={basics.plainButton} data-primary>
          Log in
        </Link>
      </AuthFrame>
    );
  }
  const submit = async ({ password = '' }: Record<string, string>) => {
    const input = { reset_code, password };
    await withBotCheck('recovery', (bot_check) =>
      call<typeof password_reset.reset>(resetCall, { input }, { bot_check }),
    );
    setDone(true);
  };
  return (
    <AuthFrame
      name={heading}
      heading={heading}
      notice={passwordRule(minPasswordLength())}
      links={
        <>
          <Link to={again.to}>{again.text}</Link>
          <Link to="/auth">Back to login</Link>
        </>
      }
    >
      <AuthForm fields={fields} action="Set password" busy_action="Setting" onSubmit={submit} />
    </AuthFrame>
  );
}
