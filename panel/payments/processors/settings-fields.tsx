// The settings of a processor by the fields its type declares: each kind has one look.
import { Checkbox } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Credential } from '../../../contract/payments/processor-types/record.ts';
import { CheckField, FieldError, SelectField, TextField } from '../../kit/fields.tsx';
import { icon_14, icon_16 } from '../../kit/icon.ts';
import { timezones } from '../../kit/timezones.ts';
import {
  isRows,
  type MapRow,
  type PlainDraft,
  rowDraft,
  type SettingDraft,
  type SettingsDraft,
} from './settings-draft.ts';

interface FieldsProps {
  fields: readonly Credential[];
  draft: SettingsDraft;
  /** Secrets that are stored. */
  set: readonly string[];
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (name: string, value: SettingDraft) => void;
}

export function SettingsFields({ fields, draft, set, problems, onChange }: FieldsProps) {
  return (
    <div className="form-grid">
      {fields.map((field) => {
        const name = `settings.${field.name}`;
        const shared = { field, name, problem: problems[name] ?? '' };
        const value = draft[field.name] ?? '';
        const change = (next: SettingDraft) => onChange(field.name, next);
        return field.kind === 'map' ? (
          <MapField key={name} {...shared} rows={isRows(value) ? value : []} onChange={change} />
        ) : (
          <div key={name} data-span={field.kind === 'multiselect' ? 12 : 4}>
            <PlainField
              {...shared}
              value={value as PlainDraft}
              stored={set.includes(field.name)}
              onChange={change}
            />
          </div>
        );
      })}
    </div>
  );
}

interface PlainProps {
  field: Credential;
  name: string;
  problem: string;
  value: PlainDraft;
  stored: boolean;
  onChange: (value: PlainDraft) => void;
}

function hintOf({ required, secret }: Credential, stored: boolean): string | undefined {
  if (secret && stored) return 'stored; type to replace';
  return required ? undefined : 'optional';
}

function PlainField(props: PlainProps) {
  const { field, name, problem, value, stored, onChange } = props;
  const { label, kind, help } = field;
  if (kind === 'boolean') {
    const note = help ?? undefined;
    return <CheckField {...{ name, label, note }} checked={value === true} onChange={onChange} />;
  }
  if (kind === 'multiselect') return <ManyOf {...props} />;
  const text = { name, label, value: String(value), onChange };
  const told = { error: problem, hint: hintOf(field, stored) };
  if (kind === 'select') {
    const choices = (field.options ?? []).map((one) => ({ value: one, label: one }));
    return <SelectField {...text} {...told} choices={choices} none="Select" />;
  }
  if (kind === 'timezone') {
    const none = 'Time zone of the merchant';
    return <SelectField {...text} {...told} choices={timezones(String(value))} none={none} />;
  }
  const figure = kind === 'integer' || kind === 'money';
  return (
    <>
      <TextField
        {...text}
        {...told}
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
      {help && <p className="hint">{help}</p>}
    </>
  );
}

/** Several of the options, or codes with commas where the type lists none. */
function ManyOf({ field, name, problem, value, onChange }: PlainProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const { options = [], label } = field;
  if (options.length === 0) {
    const typed = (text: string) =>
      onChange(text.trim() === '' ? [] : text.split(',').map((part) => part.trim()));
    return (
      <TextField
        {...{ name, label }}
        value={chosen.join(', ')}
        error={problem}
        hint="codes with commas"
        onChange={typed}
      />
    );
  }
  const turn = (one: string, on: boolean) =>
    onChange(options.filter((option) => (option === one ? on : chosen.includes(option))));
  return (
    <fieldset className="processor-many">
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
    <fieldset className="processor-map">
      <legend>{field.label}</legend>
      {field.help && <p className="hint">{field.help}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name while it is typed
        <div key={index} className="form-grid">
          <div data-span={3}>
            <TextField
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
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${row.key || 'entry'} of ${field.label}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash {...icon_16} />
          </button>
        </div>
      ))}
      {problem && (
        <p className="field-error">
          <FieldError text={problem} />
        </p>
      )}
      <button
        type="button"
        className="plain-button"
        onClick={() => onChange([...rows, { key: '', values: rowDraft(field) }])}
      >
        <IconPlus {...icon_14} />
        Add an entry
      </button>
    </fieldset>
  );
}
