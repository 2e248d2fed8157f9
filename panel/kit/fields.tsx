// The fields of forms: label above, error or hint below, the same whatever is typed.
import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { icon_14 } from './icon.ts';

export interface FieldProps {
  /** Also the name in the form: a server's refusal that names it lands here. */
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** Beside the label at the right: `optional`, `MM/YY`. */
  hint?: ReactNode;
  /** Everything else a field may need, by what it changes. */
  extra?: FieldExtra;
}

export interface FieldExtra {
  ref?: Ref<HTMLInputElement>;
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'value' | 'onChange'>;
  /** Inside the field at its start and end: `$`, `USD`. */
  start?: ReactNode;
  end?: ReactNode;
  end_width?: number;
}

export function FieldError({ text }: { text: string }) {
  return (
    <>
      <IconAlertCircle {...icon_14} />
      {text}
    </>
  );
}

/** What TextInput and its kin take for our label, hint and error. */
function shared({
  name,
  label,
  hint,
  error,
}: Pick<FieldProps, 'name' | 'label' | 'hint' | 'error'>) {
  return {
    name,
    label: hint ? (
      <>
        {label}
        <em>{hint}</em>
      </>
    ) : (
      label
    ),
    // The hint is no part of the name, only of the look.
    'aria-label': label,
    error: error ? <FieldError text={error} /> : undefined,
  };
}

export function TextField(props: FieldProps) {
  const { value, onChange, extra } = props;
  return (
    <TextInput
      {...shared(props)}
      {...extra?.input}
      ref={extra?.ref}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={extra?.start}
      leftSectionWidth={extra?.start ? 28 : undefined}
      rightSection={extra?.end}
      rightSectionWidth={extra?.end ? (extra.end_width ?? 44) : undefined}
    />
  );
}

export function LongTextField({ value, onChange, ...props }: Omit<FieldProps, 'extra'>) {
  return (
    <Textarea
      {...shared(props)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={8}
    />
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface SelectFieldProps extends Omit<FieldProps, 'extra'> {
  choices: readonly Choice[];
  /** What stands first while nothing is chosen; without it the first choice is. */
  none?: string;
}

/** The browser's own select: its list works in dialogs, on phones and by keyboard. */
export function SelectField({ value, onChange, choices, none, ...props }: SelectFieldProps) {
  const data = none === undefined ? [...choices] : [{ value: '', label: none }, ...choices];
  return (
    <NativeSelect
      {...shared(props)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={data}
    />
  );
}

interface ToggleProps {
  name: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** A line of explanation below. */
  note?: ReactNode;
  disabled?: boolean;
}

export function CheckField({ name, label, checked, onChange, note, disabled }: ToggleProps) {
  return (
    <Checkbox
      name={name}
      label={label}
      description={note}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function SwitchField({ name, label, checked, onChange, note, disabled }: ToggleProps) {
  return (
    <Switch
      name={name}
      label={label}
      description={note}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
