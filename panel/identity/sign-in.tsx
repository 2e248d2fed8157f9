// The sign-in screen: user name and password, in plain React so that it is there at once.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { sessions } from '../../contract/identity/sessions.ts';
import { ApiError, type Callable, call } from '../api.ts';
import { environmentBanner } from '../environment.ts';
import { HintKey } from '../kit/hint-key.tsx';
import { requiredMessage } from '../kit/rules.ts';
import { showError } from '../notices.ts';
import { startSession } from '../session.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { brand } from '../shell/branding.ts';
import { SchemeButton } from '../shell/scheme-button.tsx';
import { useStore } from '../store.ts';
import { PasswordField } from './password-field.tsx';
import { SignInArt } from './sign-in-art.tsx';
import './sign-in.css';

// Written out: the contract's own value would bring its schemas into the first download.
const sign_in: Callable<typeof sessions.create> = {
  method: 'POST',
  path: '/token-auth',
  reply: { kind: 'record' },
};

type Values = { username: string; password: string };
type Faults = Partial<Record<keyof Values, string>>;
const labels: Values = { username: 'Username', password: 'Password' };

function faultsOf(values: Values): Faults {
  const empty = (Object.keys(labels) as (keyof Values)[]).filter((name) => values[name] === '');
  return Object.fromEntries(empty.map((name) => [name, requiredMessage(labels[name])]));
}

function useSignIn() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const submit = async (values: Values) => {
    setBusy(true);
    try {
      const { token, sid } = await call<typeof sessions.create>(sign_in, { input: values });
      const started = startSession(token, sid);
      if (started === null) throw new ApiError('The server sent a session that has ended.', 200);
      await navigate(`/${started.account_type}`, { replace: true });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, submit };
}

function SignInForm() {
  const { busy, submit } = useSignIn();
  const [values, setValues] = useState<Values>({ username: '', password: '' });
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const change = (name: keyof Values, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setFaults({ ...faults, [name]: faultsOf(next)[name] });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(values);
    setFaults(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    } else if (!busy) void submit(values);
  };
  return (
    <form ref={form} onSubmit={send} noValidate>
      <div className="sign-in-field">
        <label htmlFor="username">{labels.username}</label>
        <input
          id="username"
          name="username"
          value={values.username}
          onChange={(event) => change('username', event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={faults.username !== undefined}
          aria-describedby="username-fault"
        />
        <Fault id="username-fault" text={faults.username} />
      </div>
      <div className="sign-in-field">
        <label htmlFor="password">{labels.password}</label>
        <PasswordField
          value={values.password}
          onChange={(value) => change('password', value)}
          invalid={faults.password !== undefined}
        />
        <Fault id="password-fault" text={faults.password} />
      </div>
      <button type="submit" className="plain-button" data-primary aria-disabled={busy}>
        {busy ? 'Logging in' : 'Log in'} <HintKey>↵</HintKey>
      </button>
    </form>
  );
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className="sign-in-fault" role="alert">
      {text}
    </p>
  );
}

export function SignIn() {
  const { brand_name, support_email, support_phone } = useStore(brand);
  const banner = environmentBanner();
  useEffect(() => {
    document.title = `Log in · ${brand_name}`;
    document.getElementById('username')?.focus();
  }, [brand_name]);
  return (
    <div className="sign-in">
      <div className="sign-in-side">
        <header>
          <span className="brand-name">
            <BrandMark />
            {brand_name}
          </span>
          {banner !== '' && <span className="environment">{banner}</span>}
          <SchemeButton />
        </header>
        <main>
          <div className="sign-in-card">
            <h1>Log in to {brand_name}</h1>
            <SignInForm />
          </div>
        </main>
        <footer>
          {support_email !== '' && <a href={`mailto:${support_email}`}>{support_email}</a>}
          {support_phone !== '' && (
            <a href={`tel:${support_phone.replace(/[^\d+]/g, '')}`}>{support_phone}</a>
          )}
        </footer>
      </div>
      <SignInArt />
    </div>
  );
}
