// Forgotten user name, forgotten password, first set-up: each asks one thing and mails a letter.
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatMessage } from '../../../contract/field-messages.ts';
import type { recovery } from '../../../contract/identity/recovery.ts';
import { call } from '../../api.ts';
import { withBotCheck } from '../bot-check/bot-check.ts';
import { askSetUpCall, forgotPasswordCall, forgotUsernameCall } from '../sign-in/auth-calls.ts';
import { type AuthField, AuthForm } from '../sign-in/auth-form.tsx';
import { AuthFrame } from '../sign-in/auth-frame.tsx';

const back = <Link to="/auth">Back to log in</Link>;

interface AskProps {
  heading: string;
  note: string;
  field: AuthField;
  /** What is said whether or not anybody has that name. */
  done: string;
  ask: (value: string, bot_check: string) => Promise<unknown>;
}

function Ask({ heading, note, field, done, ask }: AskProps) {
  const [sent, setSent] = useState(false);
  if (sent) {
    return (
      <AuthFrame name={heading} heading="Look into your mailbox" notice={done} links={back}>
        <p className="hint">Nothing there after some minutes? Look into the spam folder, too.</p>
      </AuthFrame>
    );
  }
  const submit = async (values: Record<string, string>) => {
    await withBotCheck('recovery', (proof) => ask(values[field.name] ?? '', proof));
    setSent(true);
  };
  return (
    <AuthFrame name={heading} heading={heading} notice={note} links={back}>
      <AuthForm fields={[field]} action="Send the mail" busy_action="Sending" onSubmit={submit} />
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
    <Ask
      heading="Forgot your username?"
      note="We mail the usernames that belong to your address."
      field={email_field}
      done="If the address belongs to somebody here, a mail with the username is on its way."
      ask={(email, bot_check) =>
        call<typeof recovery.forgotUsername>(
          forgotUsernameCall,
          { input: { email } },
          { bot_check },
        )
      }
    />
  );
}

function useNameField(): AuthField {
  const { username = '' } = useParams();
  return { name: 'username', label: 'Username', autoComplete: 'username', start: username };
}

export function ForgotPassword() {
  return (
    <Ask
      heading="Forgot your password?"
      note="We mail a link that sets a new one. It works once, for an hour."
      field={useNameField()}
      done="If the username belongs to somebody here, a mail with the link is on its way."
      ask={(username, bot_check) =>
        call<typeof recovery.forgotPassword>(
          forgotPasswordCall,
          { input: { username } },
          { bot_check },
        )
      }
    />
  );
}

export function UserSetup() {
  return (
    <Ask
      heading="Set up your sign-in"
      note="We mail a link with which you choose your first password."
      field={useNameField()}
      done="If the username waits for its first password, a mail with the link is on its way."
      ask={(username, bot_check) =>
        call<typeof recovery.askSetUp>(askSetUpCall, { input: { username } }, { bot_check })
      }
    />
  );
}
