// A form as a screen: sections in one frame, and a sticky bar that says what saving does.
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { useWhyNot } from '../../use-why-not.ts';
import { icon_16 } from '../icon.ts';
import { HintKey } from '../keys/hint-key.tsx';
import { controlKey, useKeys } from '../keys/keys.ts';
import kit from '../kit.module.css';
import { Page } from '../page/page-parts.tsx';
import { PageTitle } from '../page/page-title.tsx';
import { Banner } from '../parts/banner.tsx';
import { ErrorId } from '../parts/error-id.tsx';
import { PlainButton } from '../plain-button.tsx';
import styles from './form.module.css';
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
  /** What saving does; shown in the bar once something has changed. */
  note?: ReactNode;
  /** Leaves the form of a new record; without it Discard restores the saved values. */
  onLeave?: () => void;
  /** Actions beside the title, outside the form. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Title and button of a form that creates a record or changes the one of that name. */
export function editTexts(noun: string, name: string | undefined) {
  const [title, verb] = name === undefined ? [`New ${noun}`, 'Create'] : [name, 'Save'];
  return { title, action: `${verb} ${noun}` };
}

/** The fields of a small form, one below the other. */
export function FormFields({ children }: { children: ReactNode }) {
  return <div className={`${kit.sectionBody} ${kit.narrowForm}`}>{children}</div>;
}

export function FormScreen(props: FormScreenProps) {
  const { form, title, action, onLeave, actions, children } = props;
  const { note = `${title} has unsaved changes.` } = props;
  const element = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved(form.dirty);
  const reason = useWhyNot(form.access);
  const is_blocked = reason !== '';
  const shows_bar = !is_blocked && (form.dirty || onLeave !== undefined);
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
  // Of the whole page: it saves as well when no field has the focus.
  const save = () => element.current?.requestSubmit();
  useKeys([{ key: 's', label: action, run: save, with_control: true }]);
  return (
    <FormProvider value={form}>
      <Page>
        <PageTitle title={title} actions={actions} />
        {is_blocked && <Banner tone="warn">{reason}</Banner>}
        <form
          ref={element}
          className={styles.formScreen}
          onSubmit={submit}
          onInput={unsaved.touch}
          noValidate
        >
          <div className={kit.section} data-part="section">
            {is_blocked ? <fieldset disabled>{children}</fieldset> : children}
          </div>
          {shows_bar && (
            <div className={styles.formBar} data-part="form-bar">
              <span>{note}</span>
              <Errors onPress={() => focusFirstError(element.current)} />
              <PlainButton onClick={discard}>Discard</PlainButton>
              <PlainButton type="submit" primary aria-disabled={form.busy}>
                {action} <HintKey>{controlKey('S')}</HintKey>
              </PlainButton>
            </div>
          )}
        </form>
      </Page>
    </FormProvider>
  );
}

/** How many fields are invalid, with the Error ID if the server refused them. */
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

/** `2 fields to correct`: focuses the first of them. */
function ErrorCounter({ count, onPress }: { count: number; onPress: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className={styles.errorCounter} onClick={onPress}>
      <IconAlertCircle {...icon_16} />
      {count} {count === 1 ? 'field' : 'fields'} to correct
    </button>
  );
}
