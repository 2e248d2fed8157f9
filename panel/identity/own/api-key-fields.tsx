// The fields of an API key: its name, what it may do, where from, and until when.
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { LongTextField, SelectField, TextField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import type { KeyProblems, KeyValues } from './api-key-values.ts';
import { ScopeFields } from './scope-fields.tsx';

const kinds = [
  { value: 'api', label: 'Private, for your server' },
  { value: 'pub', label: 'Public, for web pages' },
];

const reaches = [
  { value: 'all', label: 'All my rights, also later ones' },
  { value: 'some', label: 'Only what is ticked below' },
];

const limits_hint = 'To lift these limits later, sign in or use a key without limits.';

interface KeyFieldsProps {
  values: KeyValues;
  problems: KeyProblems;
  /** The key's user: a key never does more. */
  caller: CallerRecord;
  is_new: boolean;
  onChange: (change: Partial<KeyValues>) => void;
}

export function KeyFields(props: KeyFieldsProps) {
  const { values, problems, is_new, onChange } = props;
  return (
    <>
      <FormPart title="Key">
        <div className="form-grid">
          <div data-span="6">
            <TextField
              name="name"
              label="Name"
              hint="what uses it"
              value={values.name}
              onChange={(name) => onChange({ name })}
              extra={{ input: { maxLength: 100, autoComplete: 'off' } }}
            />
          </div>
          {is_new && (
            <div data-span="6">
              <SelectField
                name="type"
                label="Type"
                value={values.type}
                onChange={(type) => onChange({ type: type === 'pub' ? 'pub' : 'api' })}
                choices={kinds}
              />
            </div>
          )}
          <div data-span="6">
            <TextField
              name="expires_on"
              label="Expires on"
              hint="empty: never"
              value={values.expires_on}
              onChange={(expires_on) => onChange({ expires_on })}
              error={problems.expires_on}
              extra={{ input: { type: 'date' } }}
            />
          </div>
        </div>
      </FormPart>
      {values.type === 'api' && <Scopes {...props} />}
      <WhereFrom {...props} />
    </>
  );
}

function WhereFrom({ values, problems, onChange }: KeyFieldsProps) {
  return (
    <FormPart
      title="Where from"
      note="A request from anywhere else is answered as if the key were wrong."
    >
      <div className="form-grid">
        <div data-span="6">
          <LongTextField
            name="addresses"
            label="Allowed addresses"
            hint="one a line; empty: any"
            value={values.addresses}
            onChange={(addresses) => onChange({ addresses })}
            error={problems.addresses}
          />
        </div>
        {values.type === 'pub' && (
          <div data-span="6">
            <LongTextField
              name="origins"
              label="Allowed origins"
              hint="https://shop.example, one a line"
              value={values.origins}
              onChange={(origins) => onChange({ origins })}
              error={problems.origins}
            />
          </div>
        )}
      </div>
    </FormPart>
  );
}

function Scopes({ values, problems, caller, onChange }: KeyFieldsProps) {
  return (
    <FormPart
      title="What it may do"
      note="The key can never do more than you. Calls that you do not allow are refused."
    >
      <SelectField
        name="narrowed"
        label="Permissions"
        value={values.narrowed ? 'some' : 'all'}
        onChange={(reach) => onChange({ narrowed: reach === 'some' })}
        choices={reaches}
        error={problems.scopes}
      />
      {values.narrowed && (
        <ScopeFields
          scopes={values.scopes}
          caller={caller}
          onChange={(scopes) => onChange({ scopes })}
        />
      )}
      <p className="hint">{limits_hint}</p>
    </FormPart>
  );
}
