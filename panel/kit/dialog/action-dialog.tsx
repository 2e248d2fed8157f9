// A dialog for one action: its fields, its error, and a button labelled with the action.

import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { ApiError } from '../../api.ts';
import { icon_14 } from '../icon.ts';
import { HintKey } from '../keys/hint-key.tsx';
import { controlKey } from '../keys/keys.ts';
import kit from '../kit.module.css';
import { ErrorId } from '../parts/error-id.tsx';
import { PlainButton } from '../plain-button.tsx';
import { Dialog } from './dialog.tsx';

interface ActionDialogProps {
  title: string;
  /** Verb first, with object or amount: `Void $130.56`. */
  action: string;
  /** The last step of something that cannot be undone. */
  destructive?: boolean;
  busy: boolean;
  /** The server's refusal; its sentence is shown in the dialog. */
  error: ApiError | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ActionDialog(props: ActionDialogProps) {
  const { title, action, destructive = false, busy, error, onSubmit, onClose, children } = props;
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  const form = useRef<HTMLFormElement>(null);
  // The button is in the footer, outside the form: both handle the same key.
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const footer = (
    <>
      <PlainButton onClick={onClose}>Cancel</PlainButton>
      <PlainButton
        type="submit"
        form={id}
        primary
        data-tone={destructive ? 'bad' : undefined}
        aria-disabled={busy}
        onKeyDown={keyed}
      >
        {action} <HintKey>{controlKey('↵')}</HintKey>
      </PlainButton>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <form
        ref={form}
        id={id}
        className={kit.formStack}
        onSubmit={submit}
        onKeyDown={keyed}
        noValidate
      >
        {children}
        {error && (
          <div role="alert">
            <p className={kit.fieldError}>
              <IconAlertCircle {...icon_14} />
              {error.message}
            </p>
            {error.correlation_id !== '' && <ErrorId id={error.correlation_id} />}
          </div>
        )}
      </form>
    </Dialog>
  );
}
