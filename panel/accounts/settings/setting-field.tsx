// One setting as a field: switch, choice, list, figure or text, with where its value comes from.
import type { ReactNode } from 'react';
import { sentence } from '../../../contract/member-labels.ts';
import { LongTextControl, TextControl } from '../../kit/form/controls.tsx';
import { ManyField, SelectField, SwitchField } from '../../kit/form/fields.tsx';
import { useField } from '../../kit/form/form-context.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import styles from '../accounts.module.css';
import type { SettingKind } from './setting-kind.ts';

interface SettingFieldProps {
  /** Unique in the form: `virtual_terminal.email_receipt`. */
  name: string;
  label: string;
  meaning: string;
  kind: SettingKind;
  /** Beside the field: the button that shows where the value comes from. */
  origin: ReactNode;
}

const long_from = 300;

/** Codes with commas. */
function ListSetting({ name, label }: SettingFieldProps) {
  const { value, put, error } = useField(name, label);
  const hint = 'codes, separated by commas';
  return <TextControl {...{ name, label, error, value, hint }} onChange={put} />;
}

function LineSetting({ name, label, kind }: SettingFieldProps) {
  const { value, put, error } = useField(name, label);
  const text = { name, label, value, error, onChange: put };
  if (kind.kind === 'text' && (kind.max_length ?? 0) > long_from)
    return <LongTextControl {...text} />;
  const figure = kind.kind === 'whole' || kind.kind === 'percent';
  return (
    <TextControl
      {...text}
      extra={{
        input: { autoComplete: 'off', inputMode: figure ? 'decimal' : undefined },
        ...(kind.kind === 'percent' && { end: '%', end_width: 32 }),
      }}
    />
  );
}

function Field(props: SettingFieldProps) {
  const { name, label, kind } = props;
  if (kind.kind === 'choices') return <ManyField {...{ name, label }} choices={kind.choices} />;
  if (kind.kind === 'list') return <ListSetting {...props} />;
  if (kind.kind !== 'choice') return <LineSetting {...props} />;
  const short = kind.choices.every((choice) => /^[a-z]{3}$/.test(choice));
  const choiceLabel = (choice: string) => (short ? choice.toUpperCase() : sentence(choice));
  const choices = kind.choices.map((choice) => ({
    value: choice,
    label: kind.labels?.[choice] ?? choiceLabel(choice),
  }));
  return <SelectField {...{ name, label, choices }} />;
}

/** The key that programs use, without its group. */
const keyOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

export function SettingField(props: SettingFieldProps) {
  const { name, label, meaning, kind, origin } = props;
  if (kind.kind === 'switch') {
    return (
      <div className={styles.setting} data-switch title={keyOf(name)}>
        <SwitchField name={name} label={label} note={meaning} />
        {origin}
      </div>
    );
  }
  return (
    <div className={styles.setting} title={keyOf(name)}>
      <div>
        <Field {...props} />
        <Hint>{meaning}</Hint>
      </div>
      {origin}
    </div>
  );
}
