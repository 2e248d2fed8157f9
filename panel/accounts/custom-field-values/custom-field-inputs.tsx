// Custom fields as a form asks them, by type; plain elements, for panel and payer pages alike.
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { CustomValues, FieldRule } from '../../../contract/accounts/custom-field-rules.ts';
import basics from '../../style/basics.module.css';
import styles from './custom-field-inputs.module.css';

interface FormProps {
  fields: readonly FieldRule[];
  values: CustomValues;
  /** Messages by field id. */
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (id: string, values: string[]) => void;
}

/** Inputs are named `custom_fields.<id>`, as the request names them. */
export function CustomFieldInputs({ fields, values, problems, onChange }: FormProps) {
  return (
    <div className={styles.fieldForm} data-part="field-form">
      {fields.map((field) => (
        <Entry
          key={field.id}
          field={field}
          values={values[field.id] ?? []}
          problem={problems[field.id] ?? ''}
          onChange={(next) => onChange(field.id, next)}
        />
      ))}
    </div>
  );
}

interface EntryProps {
  field: FieldRule;
  values: readonly string[];
  problem: string;
  onChange: (values: string[]) => void;
}

function Entry(props: EntryProps): ReactNode {
  const { field, values, problem } = props;
  const id = useId();
  const name = nameOf(field);
  if (field.type === 'hidden') {
    // Nobody can correct what is not shown, so only what is wrong with it is.
    const text = problem && `${field.name}: ${problem}`;
    return (
      <>
        <input type="hidden" name={name} value={values[0] ?? ''} />
        {text && <Problem id={id} text={text} />}
      </>
    );
  }
  if (field.type === 'radio' || field.type === 'checkbox') return <Marks {...props} />;
  const described = problem === '' ? undefined : `${id}-problem`;
  return (
    <div className={styles.entry} data-wide={field.type === 'textarea' || undefined}>
      <label htmlFor={id}>
        {field.name}
        <Optional field={field} />
      </label>
      <Control {...props} id={id} described={described} />
      <Problem id={id} text={problem} />
    </div>
  );
}

const nameOf = ({ id }: FieldRule) => `custom_fields.${id}`;

function Optional({ field }: { field: FieldRule }) {
  return field.required ? null : <em>optional</em>;
}

function Problem({ id, text }: { id: string; text: string }) {
  if (text === '') return null;
  return (
    <p className={styles.problem} id={`${id}-problem`}>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

interface ControlProps extends EntryProps {
  id: string;
  described: string | undefined;
}

/** What is typed or picked in one control. */
function Control({ field, values, problem, onChange, id, described }: ControlProps) {
  const shared = {
    id,
    className: basics.textInput,
    name: nameOf(field),
    required: field.required,
    'aria-invalid': problem !== '' || undefined,
    'aria-describedby': described,
  };
  const [value = ''] = values;
  const typed = (text: string) => onChange(text === '' ? [] : [text]);
  if (field.type === 'textarea') {
    const change = (text: string) => typed(text);
    return (
      <textarea
        {...shared}
        rows={3}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  if (field.type === 'select') {
    return (
      <span className={styles.select}>
        <select {...shared} value={value} onChange={(event) => typed(event.currentTarget.value)}>
          <option value="" disabled={field.required}>
            Select option
          </option>
          <Options field={field} />
        </select>
        <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
      </span>
    );
  }
  if (field.type === 'multiselect') {
    return (
      <select
        {...shared}
        multiple
        value={[...values]}
        size={Math.min(5, Math.max(2, field.values?.length ?? 0))}
        onChange={(event) =>
          onChange([...event.currentTarget.selectedOptions].map((option) => option.value))
        }
      >
        <Options field={field} />
      </select>
    );
  }
  return (
    <input
      {...shared}
      type="text"
      inputMode={field.validation_type === 'numeric' ? 'numeric' : 'text'}
      autoComplete="off"
      value={value}
      onChange={(event) => typed(event.currentTarget.value)}
    />
  );
}

function Options({ field }: { field: FieldRule }) {
  return field.values?.map(({ name, value }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

/** Radio buttons or boxes to check, as one group with a legend. */
function Marks({ field, values, problem, onChange }: EntryProps) {
  const id = useId();
  const several = field.type === 'checkbox';
  const mark = (value: string, on: boolean) => {
    if (!several) return onChange([value]);
    const order = field.values?.map((one) => one.value) ?? [];
    onChange(order.filter((one) => (one === value ? on : values.includes(one))));
  };
  return (
    <fieldset
      className={styles.entry}
      aria-describedby={problem === '' ? undefined : `${id}-problem`}
    >
      <legend>
        {field.name}
        <Optional field={field} />
      </legend>
      <div className={styles.marks}>
        {field.values?.map(({ name, value }) => (
          <label key={value}>
            <input
              type={several ? 'checkbox' : 'radio'}
              name={nameOf(field)}
              value={value}
              aria-invalid={problem !== '' || undefined}
              checked={values.includes(value)}
              onChange={(event) => mark(value, event.currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      <Problem id={id} text={problem} />
    </fieldset>
  );
}
