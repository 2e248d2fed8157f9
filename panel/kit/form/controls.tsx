// The layout of all fields: label above, error or hint below.
import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { formatPlain, parseMoney, symbolOf } from '../../../contract/money.ts';
import { icon_14 } from '../icon.ts';

export interface ControlProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** Beside the label at the right: `optional`, `MM/YY`. */
  hint?: ReactNode;
  /** Optional parts of a field, by what they change. */
  extra?: ControlExtra;
}

export interface ControlExtra {
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

/** The props that TextInput and similar inputs take for label, hint and error. */
function shared({
  name,
  label,
  hint,
  error,
}: Pick<ControlProps, 'name' | 'label' | 'hint' | 'error'>) {
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
    // The hint is shown with the label but is not part of the accessible name.
    'aria-label': label,
    error: error ? <FieldError text={error} /> : undefined,
  };
}

export function TextControl(props: ControlProps) {
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

export function LongTextControl({ value, onChange, extra, ...props }: ControlProps) {
  return (
    <Textarea
      {...shared(props)}
      aria-required={extra?.input?.['aria-required']}
      disabled={extra?.input?.disabled}
      maxLength={extra?.input?.maxLength}
      placeholder={extra?.input?.placeholder}
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

interface SelectProps extends Omit<ControlProps, 'extra'> {
  choices: readonly Choice[];
  disabled?: boolean;
  /** A line of explanation below. */
  note?: ReactNode;
  /** Label of the first, empty choice; without it the first of the choices is selected. */
  none?: string;
}

/** The browser's own select: its list works in dialogs, on phones and by keyboard. */
export function SelectControl(props: SelectProps) {
  const { value, onChange, choices, none, disabled, note } = props;
  const data = none === undefined ? [...choices] : [{ value: '', label: none }, ...choices];
  return (
    <NativeSelect
      {...shared(props)}
      value={value}
      disabled={disabled}
      description={note}
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

/** The props of the library's checkboxes and switches. */
function toggled({ note, onChange, ...rest }: ToggleProps) {
  return {
    ...rest,
    description: note,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked),
  };
}

export function CheckControl(props: ToggleProps) {
  return <Checkbox {...toggled(props)} />;
}

export function SwitchControl(props: ToggleProps) {
  return <Switch {...toggled(props)} />;
}

interface MoneyControlProps extends ControlProps {
  currency: string;
  /** The code at the end of the field. */
  with_code?: boolean;
}

export function MoneyControl({ currency, with_code = false, extra, ...field }: MoneyControlProps) {
  const symbol = symbolOf(currency);
  const tidy = () => {
    const minor = field.value.trim() === '' ? null : parseMoney(field.value, currency);
    if (minor === null) return;
    const tidied = formatPlain(minor, currency);
    if (tidied !== field.value) field.onChange(tidied);
  };
  return (
    <TextControl
      {...field}
      extra={{
        start: symbol,
        end: with_code ? currency.toUpperCase() : undefined,
        ...extra,
        input: {
          inputMode: 'decimal',
          autoComplete: 'off',
          placeholder: formatPlain(0, currency),
          onBlur: tidy,
          ...extra?.input,
        },
      }}
    />
  );
}
