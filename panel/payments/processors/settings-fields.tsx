// The settings of a processor by the fields its type declares: each kind has one look.

import { Checkbox } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Credential } from '../../../contract/payments/processor-types/record.ts';
import { CheckControl, FieldError, SelectControl, TextControl } from '../../kit/form/controls.tsx';
import { useField } from '../../kit/form/form-context.ts';
import { defaultZone, timezones } from '../../kit/format/timezones.ts';
import { icon_14 } from '../../kit/icon.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import kit from '../../kit/kit.module.css';
import { FormGrid, Hint } from '../../kit/page/page-parts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import styles from './processors.module.css';
import {
  isRows,
  isTypedList,
  type MapRow,
  type PlainDraft,
  rowDraft,
  type SettingDraft,
} from './settings-draft.ts';

interface FieldsProps {
  fields: readonly Credential[];
  /** Secrets that are stored. */
  set: readonly string[];
  /** Time zone of the merchant; '' until it is known. */
  zone: string;
}

export function SettingsFields({ fields, set, zone }: FieldsProps) {
  return (
    <div className={`${kit.formGrid} ${styles.settings}`}>
      {fields.map((field) => (
        <Setting key={field.name} {...{ field, zone }} stored={set.includes(field.name)} />
      ))}
    </div>
  );
}

interface SettingProps {
  field: Credential;
  stored: boolean;
  zone: string;
}

function Setting({ field, stored, zone }: SettingProps) {
  const name = `settings.${field.name}`;
  const { value, put, error } = useField<SettingDraft>(name, field.label);
  const shared = { field, name, problem: error, onChange: put };
  if (field.kind === 'map') return <MapField {...shared} rows={isRows(value) ? value : []} />;
  return (
    <div data-span={field.kind === 'multiselect' ? 12 : 4}>
      <PlainField {...shared} {...{ stored, zone }} value={value as PlainDraft} />
    </div>
  );
}

interface PlainProps {
  field: Credential;
  name: string;
  problem: string;
  value: PlainDraft;
  stored: boolean;
  /** Time zone of the merchant, where a field may have one. */
  zone?: string;
  onChange: (value: PlainDraft) => void;
}

function hintOf({ required, secret }: Credential, stored: boolean): string | undefined {
  if (secret && stored) return 'saved; enter a new value to replace it';
  return required ? undefined : 'optional';
}

function PlainField(props: PlainProps) {
  const { field, name, problem, value, stored, zone = '', onChange } = props;
  const { label, kind, help } = field;
  if (kind === 'boolean') {
    const note = help ?? undefined;
    return <CheckControl {...{ name, label, note }} checked={value === true} onChange={onChange} />;
  }
  const text = { name, label, value: String(value), onChange };
  if (isTypedList(field)) {
    return <TextControl {...text} error={problem} hint="codes, separated by commas" />;
  }
  if (kind === 'multiselect') return <ManyOf {...props} />;
  const texts = { error: problem, hint: hintOf(field, stored) };
  if (kind === 'select') {
    const choices = (field.options ?? []).map((one) => ({ value: one, label: one }));
    return <SelectControl {...text} {...texts} choices={choices} none="Select" />;
  }
  if (kind === 'timezone') {
    const none = defaultZone(zone);
    return <SelectControl {...text} {...texts} choices={timezones(String(value))} none={none} />;
  }
  const figure = kind === 'integer' || kind === 'money';
  return (
    <>
      <TextControl
        {...text}
        {...texts}
        extra={{
          input: {
            type: field.secret ? 'password' : 'text',
            autoComplete: field.secret ? 'new-password' : 'off',
            inputMode: figure ? 'numeric' : undefined,
            maxLength: figure ? 15 : field.max,
            placeholder: field.secret && stored ? '••••••••' : undefined,
          },
        }}
      />
      {help && <Hint>{help}</Hint>}
    </>
  );
}

/** Several of the options. */
function ManyOf({ field, name, value, onChange }: PlainProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const { options = [], label } = field;
  const turn = (one: string, on: boolean) =>
    onChange(options.filter((option) => (option === one ? on : chosen.includes(option))));
  return (
    <fieldset className={styles.many}>
      <legend>{label}</legend>
      {options.map((one) => (
        <Checkbox
          key={one}
          name={`${name}.${one}`}
          label={one.toUpperCase()}
          checked={chosen.includes(one)}
          onChange={(event) => turn(one, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

interface MapProps {
  field: Credential;
  name: string;
  problem: string;
  rows: readonly MapRow[];
  onChange: (rows: readonly MapRow[]) => void;
}

/** Entries under keys of one's own: `web`, `usd`. */
function MapField({ field, name, problem, rows, onChange }: MapProps) {
  const put = (index: number, row: MapRow) =>
    onChange(rows.map((one, at) => (at === index ? row : one)));
  return (
    <fieldset className={styles.map}>
      <legend>{field.label}</legend>
      {field.help && <Hint>{field.help}</Hint>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name while it is typed
        <FormGrid key={index}>
          <div data-span={3}>
            <TextControl
              name={`${name}.${index}.key`}
              label="Key"
              value={row.key}
              onChange={(key) => put(index, { ...row, key })}
            />
          </div>
          {(field.item ?? []).map((one) => (
            <div key={one.name} data-span={one.kind === 'multiselect' ? 4 : 3}>
              <PlainField
                field={one}
                name={`${name}.${index}.${one.name}`}
                problem=""
                value={row.values[one.name] ?? ''}
                stored={false}
                onChange={(value) =>
                  put(index, { ...row, values: { ...row.values, [one.name]: value } })
                }
              />
            </div>
          ))}
          <IconButton
            label={`Remove ${row.key || 'entry'} of ${field.label}`}
            icon={IconTrash}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </FormGrid>
      ))}
      {problem && (
        <p className={kit.fieldError}>
          <FieldError text={problem} />
        </p>
      )}
      <PlainButton onClick={() => onChange([...rows, { key: '', values: rowDraft(field) }])}>
        <IconPlus {...icon_14} />
        Add an entry
      </PlainButton>
    </fieldset>
  );
}
