// One API key: made, or renamed and deleted (spec 1 §2: create, update/{id}).
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { Facts } from '../../kit/facts.tsx';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { Moment } from '../../kit/moment.tsx';
import { useDocumentTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { keysPath } from '../paths.ts';
import { DeleteKey, key_kinds, Secret } from './api-key-parts.tsx';

const kinds = [
  { value: 'api', label: 'Private: for your server, does what you may do' },
  { value: 'pub', label: 'Public: for web pages, can take nothing' },
];

interface NameProps {
  value: string;
  onChange: (value: string) => void;
}
function NameField({ value, onChange }: NameProps) {
  return (
    <TextField
      name="name"
      label="Name"
      hint="what uses it"
      value={value}
      onChange={onChange}
      extra={{ input: { maxLength: 100 } }}
    />
  );
}

export function NewApiKey({ area }: { area: AccountType }) {
  useDocumentTitle('New API key');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [type, setType] = useState<'api' | 'pub'>('api');
  const save = useSave(api_keys.create, { stales: [api_keys.search] });
  const leave = () => void navigate(keysPath(area));
  return (
    <>
      <FormScreen
        title="New API key"
        action="Create key"
        errors={{}}
        changed="The key is shown once, right after it was made."
        busy={save.isPending}
        onSubmit={() => save.mutate({ input: { name, type } })}
        onDiscard={leave}
      >
        <div className="section-body narrow-form">
          <NameField value={name} onChange={setName} />
          <SelectField
            name="type"
            label="Type"
            value={type}
            onChange={(value) => setType(value === 'pub' ? 'pub' : 'api')}
            choices={kinds}
          />
        </div>
      </FormScreen>
      {save.data && <Secret value={save.data.api_key} onClose={leave} />}
    </>
  );
}

export function ApiKey({ area }: { area: AccountType }) {
  useDocumentTitle('API key');
  const { keyID = '' } = useParams();
  const { data } = useRecord(api_keys.get, { params: { id: keyID } });
  return data ? <Loaded key={data.updated_at} one={data} area={area} /> : null;
}

function Loaded({ one, area }: { one: ApiKeyRecord; area: AccountType }) {
  const navigate = useNavigate();
  const [name, setName] = useState(one.name);
  const [leaving, setLeaving] = useState(false);
  const save = useSave(api_keys.update, {
    stales: [api_keys.search, api_keys.get],
    onSaved: () => toast('API key saved'),
  });
  return (
    <>
      <FormScreen
        title={one.name || 'Unnamed API key'}
        action="Save name"
        errors={{}}
        changed={name !== one.name && 'Only the name changes; the key works on.'}
        busy={save.isPending}
        onSubmit={() => save.mutate({ params: { id: one.id }, input: { name } })}
        onDiscard={() => setName(one.name)}
      >
        <div className="section-body narrow-form">
          <NameField value={name} onChange={setName} />
          <Facts
            facts={[
              { label: 'Type', value: key_kinds[one.type] },
              { label: 'Key', value: one.hint },
              {
                label: 'Last used',
                value: one.last_used_at ? <Moment at={one.last_used_at} /> : 'never',
              },
              { label: 'Created', value: <Moment at={one.created_at} /> },
            ]}
          />
          <button type="button" className="plain-button" onClick={() => setLeaving(true)}>
            <IconTrash {...icon_16} />
            Delete key
          </button>
        </div>
      </FormScreen>
      {leaving && (
        <DeleteKey
          one={one}
          onClose={() => setLeaving(false)}
          onDeleted={() => void navigate(keysPath(area))}
        />
      )}
    </>
  );
}
