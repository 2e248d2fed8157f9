// Help with signing in: what can be done by oneself, and who answers otherwise.
import { Link } from 'react-router';
import { brand } from '../../brand.ts';
import { useStore } from '../../store.ts';
import { AuthFrame } from './auth-frame.tsx';
import styles from './sign-in.module.css';

export function NeedHelp() {
  const { support_email, support_phone } = useStore(brand);
  const nobody = support_email === '' && support_phone === '';
  return (
    <AuthFrame
      name="Need help"
      heading="How can we help?"
      links={<Link to="/auth">Back to login</Link>}
    >
      <ul className={styles.helpList}>
        <li>
          <Link to="/auth/forgot-password">I forgot my password</Link>
        </li>
        <li>
          <Link to="/auth/forgot-username">I forgot my username</Link>
        </li>
        <li>
          <Link to="/auth/user-setup">I have never set a password</Link>
        </li>
        <li>
          <Link to="/auth/view-tos">I want to read the terms of service</Link>
        </li>
      </ul>
      <p className={styles.notice}>
        {nobody
          ? 'For anything else, ask the person who created your user.'
          : 'For anything else, contact us below. Never share your password.'}
      </p>
    </AuthFrame>
  );
}
