// A form as a screen: sections in one frame, and a bar that stays and note what saving does.
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { ErrorId } from '../error-id.tsx';
import { HintKey } from '../hint-key.tsx';
import { icon_16 } from '../icon.ts';
import { controlKey } from '../keys.ts';
import { PageTitle } from '../page-title.tsx';
import { FormProvider, useFormAround } from './form-context.ts';
import { faultsOf, wrongNames } from './form-state.ts';
import { useUnsaved } from './unsaved.ts';
import { focusFirstError, useFirstError } from './use-first-error.ts';
import type { Form } from './use-form.ts';

interface FormScreenProps {
  form: Form;
  title: string;
  /** Verb first, with the object: `Save permissions`. */
  action: string;
  /** What saving does; it stands in the bar once something has changed. */
  note: ReactNode;
  /** Where giving up leads from something new; whatever is there already is put back instead. */
  onLeave?: () => void;
  children: ReactNode;
}

export function FormScreen({ form, title, action, note, onLeave, children }: FormScreenProps) {
  const element = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved(form.dirty);
  const shows_bar = form.dirty || onLeave !== undefined;
  useFirstError(form, element);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shows_bar) void form.submit(unsaved.release);
  };
  const discard = () => {
    unsaved.release();
    if (onLeave) onLeave();
    else form.reset();
  };
  const keyed = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <FormProvider value={form}>
      <div className="page">
        <PageTitle title={title} />
        <form
          ref={element}
          className="form-screen"
          onSubmit={submit}
          onKeyDown={keyed}
          onInput={unsaved.touch}
          noValidate
        >
          <div className="section">{children}</div>
          {shows_bar && (
            <div className="form-bar">
              <span>{note}</span>
              <Errors onPress={() => focusFirstError(element.current)} />
              <button type="button" className="plain-button" onClick={discard}>
                Discard
              </button>
              <button type="submit" className="plain-button" data-primary aria-disabled={form.busy}>
                {action} <HintKey>{controlKey('S')}</HintKey>
              </button>
            </div>
          )}
        </form>
      </div>
    </FormProvider>
  );
}

/** How many fields are wrong, with the Error ID where the server has said so. */
function Errors({ onPress }: { onPress: () => void }) {
  const { methods, error } = useFormAround();
  const { errors } = useFormState({ control: methods.control });
  const count = wrongNames(errors).length;
  const by_server = count > 0 && faultsOf(error).length > 0;
  return (
    <>
      <ErrorCounter count={count} onPress={onPress} />
      {by_server && error && error.correlation_id !== '' && <ErrorId id={error.correlation_id} />}
    </>
  );
}

/** `2 fields to correct`: leads to the first of them. */
function ErrorCounter({ count, onPress }: { count: number; onPress: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className="error-counter" onClick={onPress}>
      <IconAlertCircle {...icon_16} />
      {count} {count === 1 ? 'field' : 'fields'} to correct
    </button>
  );
}
