// The terms of service: to read, and to accept before the work begins.
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type {
  password_reset,
  terms_acceptance,
} from '../../../contract/identity/password-reset.ts';
import { call } from '../../api.ts';
import { Skeleton } from '../../kit/page/page-parts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { showError } from '../../notices.ts';
import { session } from '../../session/session.ts';
import { signOut } from '../../shell/session/sign-out.ts';
import { acceptTermsCall, termsCall } from './auth-calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import styles from './sign-in.module.css';

function useTerms(): string[] {
  const [body, setBody] = useState('');
  useEffect(() => {
    call<typeof password_reset.terms>(termsCall)
      .then((terms) => setBody(terms.body))
      .catch(showError);
  }, []);
  return body === '' ? [] : body.split(/\n{2,}/);
}

function TermsText({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
    <section className={styles.terms} tabIndex={0} aria-label="Terms of service">
      {paragraphs.length === 0 && <Skeleton />}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  );
}

export function ViewTerms() {
  const paragraphs = useTerms();
  return (
    <AuthFrame
      name="Terms of service"
      heading="Terms of service"
      links={<Link to="/auth">Back to login</Link>}
    >
      <TermsText paragraphs={paragraphs} />
    </AuthFrame>
  );
}

export function AcceptTerms() {
  const paragraphs = useTerms();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      await call<typeof terms_acceptance.acceptTerms>(acceptTermsCall, { input: { accept: true } });
      await navigate(`/${session.get()?.account_type ?? 'auth'}`, { replace: true });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthFrame
      name="Terms of service"
      heading="Please read the terms of service"
      notice="Accept the terms to continue."
      links={
        <button type="button" onClick={() => void signOut()}>
          Log out
        </button>
      }
    >
      <TermsText paragraphs={paragraphs} />
      <PlainButton
        primary
        aria-disabled={busy || paragraphs.length === 0}
        onClick={() => !busy && paragraphs.length > 0 && void accept()}
      >
        Accept
      </PlainButton>
    </AuthFrame>
  );
}
