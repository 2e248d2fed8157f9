// The values that can be chosen, in their order: what is shown, and what is sent.
import { type Icon, IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { NamedValue } from '../../../contract/accounts/custom-field-rules.ts';
import { choice_length } from '../../../contract/accounts/custom-fields.ts';
import { FieldError } from '../../kit/form/controls.tsx';
import { useField } from '../../kit/form/form-context.ts';
import { icon_16 } from '../../kit/icon.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import kit from '../../kit/kit.module.css';
import { PlainButton } from '../../kit/plain-button.tsx';
import basics from '../../style/basics.module.css';
import styles from './custom-fields.module.css';

export function ChoicesField() {
  const { value: values, put: onChange, error } = useField<readonly NamedValue[]>('values');
  const put = (at: number, change: Partial<NamedValue>) =>
    onChange(values.map((one, n) => (n === at ? { ...one, ...change } : one)));
  const swap = (at: number) => {
    const [a, b] = [values[at], values[at + 1]];
    if (a && b) onChange([...values.slice(0, at), b, a, ...values.slice(at + 2)]);
  };
  const remove = (at: number) => onChange(values.filter((_, n) => n !== at));
  const invalid = error === '' ? undefined : true;
  const describe = error === '' ? undefined : 'choices-problem';
  return (
    <fieldset className={styles.choices} aria-describedby={describe}>
      <legend>Values</legend>
      <ol>
        {values.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <li key={at}>
            <Part at={at} part="name" one={one} invalid={invalid} onChange={put} />
            <Part at={at} part="value" one={one} invalid={invalid} onChange={put} />
            <span>
              <Tool
                label={`Move value ${at + 1} up`}
                icon={IconArrowUp}
                off={at === 0}
                run={() => swap(at - 1)}
              />
              <Tool
                label={`Move value ${at + 1} down`}
                icon={IconArrowDown}
                off={at === values.length - 1}
                run={() => swap(at)}
              />
              <Tool
                label={`Remove value ${at + 1}`}
                icon={IconX}
                off={values.length === 1}
                run={() => remove(at)}
              />
            </span>
          </li>
        ))}
      </ol>
      {error !== '' && (
        <p className={kit.fieldError} id="choices-problem">
          <FieldError text={error} />
        </p>
      )}
      <PlainButton onClick={() => onChange([...values, { name: '', value: '' }])}>
        <IconPlus {...icon_16} />
        Add value
      </PlainButton>
    </fieldset>
  );
}

interface PartProps {
  at: number;
  part: 'name' | 'value';
  one: NamedValue;
  invalid: true | undefined;
  onChange: (at: number, change: Partial<NamedValue>) => void;
}

function Part({ at, part, one, invalid, onChange }: PartProps) {
  return (
    <input
      type="text"
      className={basics.textInput}
      aria-label={part === 'name' ? `Name of value ${at + 1}` : `Value ${at + 1}`}
      placeholder={part === 'name' ? 'Shown as' : one.name || 'Sent as'}
      aria-invalid={part === 'value' ? invalid : undefined}
      autoComplete="off"
      maxLength={choice_length}
      value={one[part]}
      onChange={(event) => onChange(at, { [part]: event.currentTarget.value })}
    />
  );
}

interface ToolProps {
  label: string;
  icon: Icon;
  off: boolean;
  run: () => void;
}

function Tool({ off, run, ...shown }: ToolProps) {
  return <IconButton {...shown} aria-disabled={off} onClick={() => !off && run()} />;
}
