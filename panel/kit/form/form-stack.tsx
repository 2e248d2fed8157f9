// A short form within a page: fields in one column and a submit button.
import { type FormEvent, type ReactNode, useRef } from 'react';
import kit from '../kit.module.css';
import { PlainButton } from '../plain-button.tsx';
import { FormProvider } from './form-context.ts';
import { useFirstError } from './use-first-error.ts';
import type { Form } from './use-form.ts';

interface FormStackProps {
  form: Form;
  action: string;
  children: ReactNode;
}

export function FormStack({ form, action, children }: FormStackProps) {
  const element = useRef<HTMLFormElement>(null);
  useFirstError(form, element);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <FormProvider value={form}>
      <form
        ref={element}
        className={`${kit.formStack} ${kit.narrowForm}`}
        onSubmit={submit}
        noValidate
      >
        {children}
        <PlainButton type="submit" primary aria-disabled={form.busy}>
          {action}
        </PlainButton>
      </form>
    </FormProvider>
  );
}
