// One setting as a field: switch, choice, list, figure or text, with where its value comes from.
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  FieldError,
  LongTextField,
  SelectField,
  SwitchField,
  TextField,
} from '../../kit/fields.tsx';
import { sentence } from '../words.ts';
import type { Draft, SettingKind } from './setting-kind.ts';

interface SettingFieldProps {
  /** Unique in the form: `virtual_terminal.email_receipt`. */
  name: string;
  label: string;
  meaning: string;
  kind: SettingKind;
  value: Draft[string];
  error: string;
  onChange: (value: Draft[string]) => void;
  /** Beside the field: the button that shows where the value comes from. */
  origin: ReactNode;
}

const long_from = 300;

function Field(props: SettingFieldProps) {
  const { name, label, kind, value, error, onChange } = props;
  const text = { name, label, value: String(value), error, onChange };
  if (kind.kind === 'choice') {
    const short = kind.choices.every((choice) => /^[a-z]{3}$/.test(choice));
    const spoken = (choice: string) => (short ? choice.toUpperCase() : sentence(choice));
    const choices = kind.choices.map((choice) => ({
      value: choice,
      label: kind.labels?.[choice] ?? spoken(choice),
    }));
    return <SelectField {...text} choices={choices} />;
  }
  if (kind.kind === 'list') {
    const typed = (given: string) =>
      given === '' ? [] : given.split(',').map((part) => part.trim().toUpperCase());
    return (
      <TextField
        {...text}
        value={(value as readonly string[]).join(', ')}
        hint="codes with commas"
        onChange={(given) => onChange(typed(given))}
      />
    );
  }
  if (kind.kind === 'text' && (kind.max_length ?? 0) > long_from)
    return <LongTextField {...text} />;
  const figure = kind.kind === 'whole' || kind.kind === 'percent';
  return (
    <TextField
      {...text}
      extra={{
        input: { autoComplete: 'off', inputMode: figure ? 'decimal' : undefined },
        ...(kind.kind === 'percent' && { end: '%', end_width: 32 }),
      }}
    />
  );
}

function ManyOf({ name, label, value, error, onChange, kind }: SettingFieldProps) {
  const chosen = value as readonly string[];
  const choices = kind.kind === 'choices' ? kind.choices : [];
  const turn = (one: string, on: boolean) =>
    onChange(choices.filter((choice) => (choice === one ? on : chosen.includes(choice))));
  return (
    <fieldset className="many-of">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          name={`${name}.${choice}`}
          label={choice}
          checked={chosen.includes(choice)}
          onChange={(event) => turn(choice, event.currentTarget.checked)}
        />
      ))}
      {error && (
        <p className="field-error">
          <FieldError text={error} />
        </p>
      )}
    </fieldset>
  );
}

export function SettingField(props: SettingFieldProps) {
  const { name, label, meaning, kind, value, onChange, origin } = props;
  if (kind.kind === 'switch') {
    return (
      <div className="setting" data-switch>
        <SwitchField
          name={name}
          label={label}
          note={meaning}
          checked={value === true}
          onChange={onChange}
        />
        {origin}
      </div>
    );
  }
  return (
    <div className="setting">
      <div>
        {kind.kind === 'choices' ? <ManyOf {...props} /> : <Field {...props} />}
        <p className="hint">{meaning}</p>
      </div>
      {origin}
    </div>
  );
}
