// Confirms once before changes are lost: by a link, by Back, by closing the tab, by Logout.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from '../kit/dialog/dialog.tsx';
import { discardChanges, hasUnsavedChanges } from '../kit/form/unsaved.ts';
import { PlainButton } from '../kit/plain-button.tsx';
import { session } from '../session/session.ts';

/** The browser shows its own text. */
function askBrowser(event: BeforeUnloadEvent): void {
  if (session.get() !== null && hasUnsavedChanges()) event.preventDefault();
}

export function UnsavedGuard() {
  // After the session has ended nothing is confirmed: what was typed is discarded.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      session.get() !== null &&
      hasUnsavedChanges(),
  );
  useEffect(() => {
    addEventListener('beforeunload', askBrowser);
    return () => removeEventListener('beforeunload', askBrowser);
  }, []);
  if (blocker.state !== 'blocked') return null;
  const { reset, proceed } = blocker;
  const go = () => {
    discardChanges();
    proceed();
  };
  return <AskBeforeLeaving onStay={() => reset()} onLeave={go} />;
}

interface AskProps {
  onStay: () => void;
  onLeave: () => void;
}

function AskBeforeLeaving({ onStay, onLeave }: AskProps) {
  const footer = (
    <>
      <PlainButton onClick={onLeave}>Discard changes</PlainButton>
      <PlainButton primary onClick={onStay}>
        Keep editing
      </PlainButton>
    </>
  );
  return (
    <Dialog title="Changes are not saved" tone="warning" onClose={onStay} footer={footer}>
      <p>If you leave this page, your changes will be lost.</p>
    </Dialog>
  );
}
