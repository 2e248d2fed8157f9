// Two minutes before the session ends a dialog opens; at 0 it signs out (spec 1 §4).
import { useEffect } from 'react';
import dialogStyles from '../../kit/dialog/dialog.module.css';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { hasUnsavedChanges } from '../../kit/form/unsaved.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { formatCountdown, warning_seconds } from '../../session/session.ts';
import { useSecondsLeft } from './seconds-left.ts';
import { signOut } from './sign-out.ts';

export function IdleWarning({ onStay }: { onStay: () => void }) {
  const seconds = useSecondsLeft();
  const over = seconds === 0;
  useEffect(() => {
    if (over) void signOut(true);
  }, [over]);
  if (seconds > warning_seconds || over) return null;
  const footer = (
    <>
      <PlainButton onClick={() => void signOut()}>Log Me Out</PlainButton>
      <PlainButton primary onClick={onStay}>
        Keep Me Logged In
      </PlainButton>
    </>
  );
  const left = <b className={dialogStyles.lead}>{formatCountdown(seconds)}</b>;
  return (
    <Dialog title="Are you still there?" tone="waiting" onClose={onStay} footer={footer}>
      <p>
        You will be logged out in {left}.{' '}
        {hasUnsavedChanges()
          ? 'Unsaved changes on this page will be lost.'
          : 'After you log in again, you return to this page.'}
      </p>
    </Dialog>
  );
}
