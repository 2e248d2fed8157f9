// The fields of an API key: its name, what it may do, where from, and until when.

import type { KeyScope } from '../../../contract/access/access.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { useField, useValue } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormGrid, Hint } from '../../kit/page/page-parts.tsx';
import { SwitchGroups } from '../../kit/switches/switch-groups.tsx';
import styles from '../identity.module.css';
import { scopeGroups } from './api-key-values.ts';

const kinds = [
  { value: 'api', label: 'Private, for your server' },
  { value: 'pub', label: 'Public, for web pages' },
];

const reaches = [
  { value: 'all', label: 'All my permissions, including future ones' },
  { value: 'some', label: 'Only the permissions selected below' },
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
        <FormGrid>
          <TextField name="name" span={6} />
          {is_new && <SelectField name="type" span={6} choices={kinds} />}
          <TextField name="expires_at" span={6} />
        </FormGrid>
      </FormPart>
      {type === 'api' && <Scopes caller={caller} />}
      <FormPart
        title="Restrictions"
        note="Requests from anywhere else are refused as if the key were invalid."
      >
        <FormGrid>
          <TextField name="allowed_addresses" span={6} />
          {type === 'pub' && <TextField name="allowed_origins" span={6} />}
        </FormGrid>
      </FormPart>
    </>
  );
}

function Scopes({ caller }: { caller: CallerRecord }) {
  return (
    <FormPart
      title="Permissions"
      note="A key can't exceed your own permissions. All other calls are refused."
      wide
    >
      <div className={styles.keyReach}>
        <SelectField name="reach" label="Access" choices={reaches} />
      </div>
      {useValue('reach') === 'some' && <ScopeFields caller={caller} />}
      <Hint>To change these permissions later, log in or use a key without limits.</Hint>
    </FormPart>
  );
}

export function ScopeFields({ caller }: { caller: CallerRecord }) {
  const { value: scopes, put } = useField<readonly KeyScope[]>('scopes');
  const onSwitch = (name: KeyScope, on: boolean) => {
    const others = scopes.filter((one) => one !== name);
    put(on ? [...others, name] : others);
  };
  const groups = scopeGroups(caller).map(({ title, choices }) => ({
    title,
    rows: choices.map(({ name, label, meaning, reason }) => {
      const on = scopes.includes(name);
      return { name, label, on, help: meaning, locked: on ? '' : reason };
    }),
  }));
  return (
    <div className={styles.keyScopes}>
      <SwitchGroups
        find_label="Find a permission"
        groups={groups}
        onSwitch={({ name }, on) => onSwitch(name, on)}
      />
    </div>
  );
}
