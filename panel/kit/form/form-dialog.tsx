// A form in a dialog with one action; it keeps showing the server's refusal.
import { type ReactNode, useRef } from 'react';
import { ActionDialog } from '../dialog/action-dialog.tsx';
import kit from '../kit.module.css';
import { FormProvider } from './form-context.ts';
import { useFirstError } from './use-first-error.ts';
import type { Form } from './use-form.ts';

interface FormDialogProps {
  form: Form;
  title: string;
  /** Verb first, with object or amount: `Capture $12.00`. */
  action: string;
  /** For the last step of an action that cannot be undone. */
  destructive?: boolean;
  /** The form cannot be sent in its current state. */
  blocked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { form, title, action, destructive = false, blocked = false, onClose, children } = props;
  const fields = useRef<HTMLDivElement>(null);
  useFirstError(form, fields);
  return (
    <ActionDialog
      title={title}
      action={action}
      destructive={destructive}
      busy={form.busy || blocked}
      error={form.error}
      onSubmit={() => void form.submit()}
      onClose={onClose}
    >
      <FormProvider value={form}>
        <div ref={fields} className={kit.formStack}>
          {children}
        </div>
      </FormProvider>
    </ActionDialog>
  );
}
