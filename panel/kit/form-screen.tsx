// A form as a screen: sections in one frame, and a bar that stays and says what saving does.

import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { HintKey } from './hint-key.tsx';
import { icon_16 } from './icon.ts';
import { controlKey } from './keys.ts';
import { PageTitle } from './page-title.tsx';
import { useUnsaved } from './unsaved.ts';

interface FormScreenProps {
  title: string;
  /** Verb first, with the object: `Save permissions`. */
  action: string;
  /** Messages of fields by name; the counter leads to the first. */
  errors: Readonly<Record<string, string | undefined>>;
  /** Shown once something has changed: what, and what saving does. */
  changed: ReactNode;
  busy: boolean;
  onSubmit: () => void;
  onDiscard: () => void;
  children: ReactNode;
}

/** Puts the focus into the first field that has an error. */
export function focusFirstError(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** An option chosen from a list is no input of the browser's. */
function isChoice(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="option"]') !== null;
}

export function FormScreen(props: FormScreenProps) {
  const { title, action, errors, changed, busy, onSubmit, onDiscard, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved(Boolean(changed));
  const count = Object.values(errors).filter(Boolean).length;
  const sent = useRef(false);
  useEffect(() => {
    // Fields nobody touched complain only now: who sends is led to the first of them.
    if (sent.current && count > 0) focusFirstError(form.current);
    sent.current = false;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count > 0) focusFirstError(form.current);
    else if (!busy) {
      sent.current = true;
      unsaved.release();
      onSubmit();
    }
  };
  const discard = () => {
    unsaved.release();
    onDiscard();
  };
  const keyed = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <div className="page">
      <PageTitle title={title} />
      <form
        ref={form}
        className="form-screen"
        onSubmit={submit}
        onKeyDown={keyed}
        onInput={unsaved.touch}
        onClick={(event) => isChoice(event.target) && unsaved.touch()}
        noValidate
      >
        <div className="section">{children}</div>
        {changed && (
          <div className="form-bar">
            <span>{changed}</span>
            <ErrorCounter count={count} onPress={() => focusFirstError(form.current)} />
            <button type="button" className="plain-button" onClick={discard}>
              Discard
            </button>
            <button type="submit" className="plain-button" data-primary aria-disabled={busy}>
              {action} <HintKey>{controlKey('S')}</HintKey>
            </button>
          </div>
        )}
      </form>
    </div>
  );
}

/** `2 fields to correct`: leads to the first of them. */
export function ErrorCounter({ count, onPress }: { count: number; onPress: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className="error-counter" onClick={onPress}>
      <IconAlertCircle {...icon_16} />
      {count} {count === 1 ? 'field' : 'fields'} to correct
    </button>
  );
}
