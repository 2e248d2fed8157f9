// Says throughout a session that somebody acts as another (login-as), and ends it.
import { IconUserShield } from '@tabler/icons-react';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { icon_16 } from '../../kit/icon.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import styles from './session.module.css';
import { signOut } from './sign-out.ts';

export function ActingBanner({ caller }: { caller: CallerRecord | undefined }) {
  if (caller === undefined || caller.acting_user_name === '') return null;
  const { acting_user_name, username, account_name } = caller;
  return (
    <aside className={styles.actingBanner} aria-label="Acting as another user">
      <IconUserShield {...icon_16} />
      <span>
        <b>{acting_user_name}</b> acts as <b>{username}</b> of {account_name}. Every change is
        logged with both names.
      </span>
      <PlainButton onClick={() => void signOut()}>Stop acting</PlainButton>
    </aside>
  );
}
