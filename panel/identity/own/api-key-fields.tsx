// The fields of an API key: its name, what it may do, where from, and until when.
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { ScopeFields } from './scope-fields.tsx';

const kinds = [
  { value: 'api', label: 'Private, for your server' },
  { value: 'pub', label: 'Public, for web pages' },
];

const reaches = [
  { value: 'all', label: 'All my rights, also later ones' },
  { value: 'some', label: 'Only what is ticked below' },
];

interface KeyFieldsProps {
  /** The key's user: a key never does more. */
  caller: CallerRecord;
  is_new: boolean;
}

export function KeyFields({ caller, is_new }: KeyFieldsProps) {
  const type = useValue('type');
  return (
    <>
      <FormPart title="Key">
        <div className="form-grid">
          <TextField name="name" span={6} />
          {is_new && <SelectField name="type" span={6} choices={kinds} />}
          <TextField name="expires_at" span={6} />
        </div>
      </FormPart>
      {type === 'api' && <Scopes caller={caller} />}
      <FormPart
        title="Where from"
        note="A request from anywhere else is answered as if the key were wrong."
      >
        <div className="form-grid">
          <TextField name="allowed_addresses" span={6} />
          {type === 'pub' && <TextField name="allowed_origins" span={6} />}
        </div>
      </FormPart>
    </>
  );
}

function Scopes({ caller }: { caller: CallerRecord }) {
  return (
    <FormPart
      title="What it may do"
      note="The key can never do more than you. Calls that you do not allow are refused."
    >
      <SelectField name="reach" label="Permissions" choices={reaches} />
      {useValue('reach') === 'some' && <ScopeFields caller={caller} />}
      <p className="hint">To lift these limits later, sign in or use a key without limits.</p>
    </FormPart>
  );
}
