// Says throughout a view as somebody else whose panel it is, what is missing in it, and ends it.
import { IconEye } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { icon_16 } from '../../kit/icon.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { type Viewing, viewing } from '../../session/viewing.ts';
import { query_client } from '../query-client.ts';
import styles from './session.module.css';

const Missing = lazy(async () => ({
  default: (await import('./missing-access.tsx')).MissingAccess,
}));

export function ViewingBanner({ view }: { view: Viewing }) {
  const navigate = useNavigate();
  const [is_confirming, setAsked] = useState(false);
  const { caller, kind, back } = view;
  const leave = () => {
    viewing.set(null);
    query_client.clear();
    void navigate(back, { replace: true });
  };
  return (
    <aside className={styles.actingBanner} aria-label="Viewing as another user">
      <IconEye {...icon_16} />
      <span>
        Viewing as {kind === 'role' ? 'the role ' : ''}
        <b>{caller.name || caller.username}</b> of {caller.account_name}. You cannot make changes.
      </span>
      <PlainButton onClick={() => setAsked(true)}>Missing permissions</PlainButton>
      <PlainButton onClick={leave}>Leave</PlainButton>
      {is_confirming && (
        <Suspense>
          <Missing view={view} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </aside>
  );
}
