// One API key: made, changed, rotated and deleted (spec 1 §2: create, update/{id}).

import { IconRotate, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { useDocumentTitle } from '../../kit/page/page-title.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import styles from '../identity.module.css';
import { keysPath } from '../paths.ts';
import { KeyFields } from './api-key-fields.tsx';
import { key_kinds, RotateKey, Secret, useKeyRemoval } from './api-key-parts.tsx';
import { inputOf, keyRules, new_key, valuesOf } from './api-key-values.ts';

function useCaller(): CallerRecord | undefined {
  return useRecord(sessions.get, {}, { stale_ms: 60_000 }).data;
}

export function NewApiKey({ area }: { area: AccountType }) {
  useDocumentTitle('New API key');
  const navigate = useNavigate();
  const caller = useCaller();
  const [secret, setSecret] = useState<string | null>(null);
  const leave = () => void navigate(keysPath(area));
  const form = useForm(api_keys.create, {
    initial: new_key,
    input: (values) => ({ ...inputOf(values), type: values.type }),
    rules: keyRules,
    stales: [api_keys.search],
    onSaved: ({ api_key }) => setSecret(api_key),
  });
  if (!caller) return null;
  return (
    <>
      <FormScreen
        form={form}
        title="New API key"
        action="Create key"
        note="The key is shown only once, right after it is created."
        onLeave={leave}
      >
        <KeyFields caller={caller} is_new />
      </FormScreen>
      {secret !== null && <Secret value={secret} onClose={leave} />}
    </>
  );
}

export function ApiKey({ area }: { area: AccountType }) {
  useDocumentTitle('API key');
  const { keyID = '' } = useParams();
  const caller = useCaller();
  const { data, error, refetch } = useRecord(api_keys.get, { params: { id: keyID } });
  if (!data) return <RecordMissing noun="API key" of={{ error, refetch }} />;
  if (!caller) return null;
  return <Loaded key={data.id} one={data} area={area} caller={caller} />;
}

interface LoadedProps {
  one: ApiKeyRecord;
  area: AccountType;
  caller: CallerRecord;
}

function Loaded({ one, area, caller }: LoadedProps) {
  const navigate = useNavigate();
  const [rotating, setRotating] = useState(false);
  const leave = () => void navigate(keysPath(area));
  const removal = useKeyRemoval(leave);
  const form = useForm(api_keys.update, {
    initial: valuesOf(one),
    of: one,
    input: inputOf,
    rules: keyRules,
    params: { id: one.id },
    stales: [api_keys.search, api_keys.get],
    tell: () => toast('API key saved'),
  });
  return (
    <>
      <FormScreen
        form={form}
        title={one.name || 'Unnamed API key'}
        action="Save key"
        note="The key itself does not change. Your changes apply when you save."
      >
        <KeyFields caller={caller} is_new={false} />
        <FormPart title="Usage">
          <KeyFacts one={one} />
          <div className={styles.keyActions}>
            <PlainButton onClick={() => setRotating(true)}>
              <IconRotate {...icon_16} />
              Rotate key
            </PlainButton>
            <PlainButton onClick={() => removal.ask(one)}>
              <IconTrash {...icon_16} />
              Delete key
            </PlainButton>
          </div>
        </FormPart>
      </FormScreen>
      {removal.dialog}
      {rotating && <RotateKey one={one} onClose={() => setRotating(false)} onRotated={leave} />}
    </>
  );
}

function KeyFacts({ one }: { one: ApiKeyRecord }) {
  return (
    <Facts
      facts={[
        { label: 'Type', value: key_kinds[one.type] },
        { label: 'Key', value: one.hint },
        {
          label: 'Last used',
          value: one.last_used_at ? <Moment at={one.last_used_at} /> : 'never',
        },
        { label: 'Expires', value: one.expires_at ? <Moment at={one.expires_at} /> : 'never' },
        { label: 'Created', value: <Moment at={one.created_at} /> },
      ]}
    />
  );
}
