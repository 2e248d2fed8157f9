// Forgotten username, forgotten password, first set-up: each takes one field and sends a mail.
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { formatMessage } from '../../../contract/field-messages.ts';
import { type Callable, type CallRequest, call } from '../../api.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { withBotCheck } from '../bot-check/bot-check.ts';
import { askSetUpCall, forgotPasswordCall, forgotUsernameCall } from '../sign-in/auth-calls.ts';
import { type AuthField, AuthForm } from '../sign-in/auth-form.tsx';
import { AuthFrame } from '../sign-in/auth-frame.tsx';

const back = <Link to="/auth">Back to login</Link>;

interface RecoveryProps<E extends Endpoint> {
  heading: string;
  note: string;
  field: AuthField;
  /** Says the same whether or not a user has that name. */
  done: string;
  endpoint: Callable<E>;
}

/** One field, whose name is the call's, and a note that a mail may be on its way. */
function Recovery<E extends Endpoint>({ heading, note, field, done, endpoint }: RecoveryProps<E>) {
  const [sent, setSent] = useState(false);
  if (sent) {
    return (
      <AuthFrame name={heading} heading="Check your email" notice={done} links={back}>
        <Hint>No email after a few minutes? Check your spam folder.</Hint>
      </AuthFrame>
    );
  }
  const submit = async (values: Record<string, string>) => {
    const request = { input: { [field.name]: values[field.name] ?? '' } } as CallRequest<E>;
    await withBotCheck('recovery', (bot_check) => call<E>(endpoint, request, { bot_check }));
    setSent(true);
  };
  return (
    <AuthFrame name={heading} heading={heading} notice={note} links={back}>
      <AuthForm fields={[field]} action="Send email" busy_action="Sending" onSubmit={submit} />
    </AuthFrame>
  );
}

const email_field: AuthField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'email',
  check: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value) ? '' : formatMessage('Email')),
};

export function ForgotUsername() {
  return (
    <Recovery
      heading="Forgot your username?"
      note="We’ll email you the usernames for your address."
      field={email_field}
      done="If the address belongs to a user, we have sent an email with the username."
      endpoint={forgotUsernameCall}
    />
  );
}

function useNameField(): AuthField {
  const { username = '' } = useParams();
  return { name: 'username', label: 'Username', autoComplete: 'username', start: username };
}

export function ForgotPassword() {
  return (
    <Recovery
      heading="Forgot your password?"
      note="We’ll email you a link to set a new password. It expires in 1 hour."
      field={useNameField()}
      done="If the username exists, we have sent an email with the link."
      endpoint={forgotPasswordCall}
    />
  );
}

export function UserSetup() {
  return (
    <Recovery
      heading="Set up your login"
      note="We’ll email you a link to choose your first password."
      field={useNameField()}
      done="If the user has no password yet, we have sent an email with the link."
      endpoint={askSetUpCall}
    />
  );
}
