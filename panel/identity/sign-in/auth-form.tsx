// A short form before the sign-in: fields as data, checked while typed, errors beside them.

import { IconEye } from '@tabler/icons-react';
import {
  type ComponentProps,
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  useEffect,
  useRef,
  useState,
} from 'react';
import { requiredMessage } from '../../../contract/field-messages.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { HintKey } from '../../kit/keys/hint-key.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { showError } from '../../notices.ts';
import styles from './sign-in.module.css';

export interface AuthField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'code';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  start?: string;
  /** What is wrong with a value that is not empty, or ''. */
  check?: (value: string, all: Readonly<Record<string, string>>) => string;
}

interface AuthFormProps {
  fields: readonly AuthField[];
  action: string;
  busy_action: string;
  /** Whatever it throws is shown; what was typed stays. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

type Values = Record<string, string>;

function faultsOf(fields: readonly AuthField[], values: Values): Values {
  const found: Values = {};
  for (const { name, label, check } of fields) {
    const value = values[name] ?? '';
    const fault = value === '' ? requiredMessage(label) : (check?.(value, values) ?? '');
    if (fault !== '') found[name] = fault;
  }
  return found;
}

/** Values, faults and sending of one form; the first fault gets the focus. */
function useAuthForm({ fields, onSubmit }: Pick<AuthFormProps, 'fields' | 'onSubmit'>) {
  const start = Object.fromEntries(fields.map((field) => [field.name, field.start ?? '']));
  const [values, setValues] = useState<Values>(start);
  const [faults, setFaults] = useState<Values>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    (inputs.find((input) => input.value === '') ?? inputs[0])?.focus();
  }, []);
  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setFaults({ ...faults, [name]: faultsOf(fields, next)[name] ?? '' });
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(fields, values);
    setFaults(found);
    const first = fields.find((field) => found[field.name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first.name}]`)?.focus();
    if (first || busy) return;
    setBusy(true);
    try {
      await onSubmit(values);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { values, faults, busy, form, change, send };
}

export function AuthForm({ fields, action, busy_action, onSubmit }: AuthFormProps) {
  const { values, faults, busy, form, change, send } = useAuthForm({ fields, onSubmit });
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          fault={faults[field.name] ?? ''}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      <PlainButton type="submit" primary aria-disabled={busy}>
        {busy ? busy_action : action} <HintKey>↵</HintKey>
      </PlainButton>
    </form>
  );
}

interface FieldProps {
  field: AuthField;
  value: string;
  fault: string;
  onChange: (value: string) => void;
}

function Field({ field, value, fault, onChange }: FieldProps) {
  const { name, label, type = 'text' } = field;
  const attributes = {
    id: name,
    name,
    autoComplete: field.autoComplete ?? 'off',
    'aria-invalid': fault !== '',
    'aria-describedby': `${name}-fault`,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {type === 'password' ? (
        <PasswordField {...attributes} value={value} onChange={onChange} />
      ) : (
        <input
          {...attributes}
          type={type === 'email' ? 'email' : 'text'}
          {...(type === 'code' && { inputMode: 'numeric' as const })}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <p id={`${name}-fault`} className={styles.fault} role="alert">
        {fault}
      </p>
    </div>
  );
}

interface PasswordFieldProps
  extends Pick<
    ComponentProps<'input'>,
    'id' | 'name' | 'autoComplete' | 'aria-invalid' | 'aria-describedby'
  > {
  value: string;
  onChange: (value: string) => void;
}

export function PasswordField({ value, onChange, ...attributes }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.passwordField}>
      <input
        {...attributes}
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoCapitalize="none"
        spellCheck={false}
      />
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        icon={IconEye}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
