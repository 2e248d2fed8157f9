// A short form within a page: fields in one column and a submit button.
import { type FormEvent, type ReactNode, useRef } from 'react';
import basics from '../../style/basics.module.css';
import kit from '../kit.module.css';
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
        <button type="submit" className={basics.plainButton} data-primary aria-disabled={form.busy}>
          {action}
        </button>
      </form>
    </FormProvider>
  );
}
