// Form fields by name: label, limits, keyboard and type come from the schema.
import { Checkbox } from '@mantine/core';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { sentence } from '../../../contract/member-labels.ts';
import { timezones } from '../format/timezones.ts';
import kit from '../kit.module.css';
import {
  CheckControl,
  type Choice,
  type ControlProps,
  FieldError,
  LongTextControl,
  MoneyControl,
  SelectControl,
  SwitchControl,
  TextControl,
} from './controls.tsx';
import type { FieldInfo } from './field-info.ts';
import styles from './form.module.css';
import { type Field as FieldState, useField, useValue } from './form-context.ts';
import { PhoneControl } from './phone-control.tsx';

interface NamedProps {
  name: string;
  /** The label on this screen, if it differs from the schema's. */
  label?: string;
  /** Columns of twelve, within a grid. */
  span?: 2 | 3 | 4 | 6 | 12;
  disabled?: boolean;
}

interface LineProps extends NamedProps {
  /** Beside the label; `''` hides the schema's hint. */
  hint?: ReactNode;
  placeholder?: string;
  /** Id of a list of suggestions. */
  list?: string;
  /** Inside the field at its end. */
  end?: ReactNode;
  /** Converts the typed text before the form stores it. */
  read?: (typed: string) => string;
}

function Span({ span, children }: { span: NamedProps['span']; children: ReactNode }) {
  return span === undefined ? children : <div data-span={span}>{children}</div>;
}

type Input = InputHTMLAttributes<HTMLInputElement>;

/** The keyboard of phones and the input type of the browser. */
const typed_inputs: Readonly<Record<NonNullable<FieldInfo['typed_as']>, Input>> = {
  email: { inputMode: 'email' },
  phone: {},
  url: { inputMode: 'url' },
  password: { type: 'password' },
  code: { inputMode: 'numeric' },
  whole: { inputMode: 'numeric' },
  percent: { inputMode: 'decimal' },
  date: { type: 'date' },
  long: {},
};

function inputOf(
  { info, optional }: FieldState<string>,
  { placeholder, list, disabled }: LineProps,
) {
  return {
    autoComplete: info.autocomplete ?? 'off',
    ...(info.typed_as && typed_inputs[info.typed_as]),
    ...(info.max_length !== null && { maxLength: info.max_length }),
    ...(placeholder !== undefined && { placeholder }),
    ...(list !== undefined && { list }),
    'aria-required': !optional || undefined,
    disabled,
  };
}

const controls: Partial<
  Record<NonNullable<FieldInfo['typed_as']>, (props: ControlProps) => ReactNode>
> = { phone: PhoneControl, long: LongTextControl };

/** A text field, or the control that the schema asks for: phone, password, date, long text. */
export function TextField(props: LineProps) {
  const { name, label, span, end, read = (typed) => typed } = props;
  const field = useField(name, label);
  const { typed_as } = field.info;
  const Control = (typed_as && controls[typed_as]) || TextControl;
  const is_percent = typed_as === 'percent';
  const at_end = end ?? (is_percent ? '%' : undefined);
  return (
    <Span span={span}>
      <Control
        name={name}
        label={field.label}
        value={field.value}
        onChange={(typed) => field.put(read(typed))}
        error={field.error}
        hint={props.hint ?? field.info.hint ?? (field.optional ? 'optional' : undefined)}
        extra={{
          input: inputOf(field, props),
          ...(at_end !== undefined && { end: at_end, end_width: is_percent ? 32 : 44 }),
        }}
      />
    </Span>
  );
}

interface MoneyProps extends NamedProps {
  hint?: ReactNode;
  currency: string;
  with_code?: boolean;
  /** Shown while the field is empty: `Default: $5,000.00`. */
  placeholder?: string;
}

export function MoneyField(props: MoneyProps) {
  const { name, label, span, disabled, hint, placeholder, ...money } = props;
  const { value, put, error, optional, label: shown } = useField(name, label);
  return (
    <Span span={span}>
      <MoneyControl
        {...money}
        {...{ name, label: shown, hint, value, error, onChange: put }}
        extra={{
          input: {
            'aria-required': !optional || undefined,
            disabled,
            ...(placeholder !== undefined && { placeholder }),
          },
        }}
      />
    </Span>
  );
}

interface SelectProps extends NamedProps {
  /** By default the values of the schema, with their labels. */
  choices?: readonly Choice[];
  none?: string;
  note?: ReactNode;
  hint?: ReactNode;
  /** Further changes that follow from a choice. */
  onPut?: (value: string) => void;
}

export function SelectField({ name, label, span, choices, onPut, ...look }: SelectProps) {
  const { value, put, error, info, label: shown } = useField(name, label);
  const offered = choices ?? info.choices.map((one) => ({ value: one, label: sentence(one) }));
  return (
    <Span span={span}>
      <SelectControl
        {...look}
        {...{ name, label: shown, value, error }}
        choices={offered}
        onChange={(chosen) => {
          put(chosen);
          onPut?.(chosen);
        }}
      />
    </Span>
  );
}

/**
 * A time zone by its IANA name; the current one is offered even if the browser does not know it.
 */
export function TimezoneField(props: NamedProps & { none?: string }) {
  return <SelectField {...props} choices={timezones(useValue(props.name))} />;
}

interface ToggleProps extends NamedProps {
  note?: ReactNode;
  /** Further changes that follow from a choice. */
  onPut?: (on: boolean) => void;
}

interface ToggledProps extends ToggleProps {
  as: typeof CheckControl;
}

function Toggle({ as: Control, name, label, span, note, disabled, onPut }: ToggledProps) {
  const { value, put, label: shown } = useField<boolean>(name, label);
  const onChange = (on: boolean) => {
    put(on);
    onPut?.(on);
  };
  return (
    <Span span={span}>
      <Control {...{ name, label: shown, checked: value, onChange, note, disabled }} />
    </Span>
  );
}

export function CheckField(props: ToggleProps) {
  return <Toggle {...props} as={CheckControl} />;
}

export function SwitchField(props: ToggleProps) {
  return <Toggle {...props} as={SwitchControl} />;
}

interface ManyProps {
  name: string;
  label?: string;
  choices: readonly string[];
  /** The label of a value; the value itself if there is none. */
  words?: (value: string) => string;
  className?: string;
}

/** Checkboxes; the value keeps the order of the choices. */
export function ManyField({ name, label, choices, words = String, className }: ManyProps) {
  const { value, put, error, label: shown } = useField<readonly string[]>(name, label);
  const toggle = (one: string, on: boolean) =>
    put(choices.filter((each) => (each === one ? on : value.includes(each))));
  return (
    <fieldset className={className ?? styles.manyOf}>
      <legend>{shown}</legend>
      {choices.map((one) => (
        <Checkbox
          key={one}
          name={`${name}.${one}`}
          label={words(one)}
          aria-invalid={error !== '' || undefined}
          checked={value.includes(one)}
          onChange={(event) => toggle(one, event.currentTarget.checked)}
        />
      ))}
      {error !== '' && (
        <p className={kit.fieldError}>
          <FieldError text={error} />
        </p>
      )}
    </fieldset>
  );
}
