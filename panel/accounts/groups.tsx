// Groups of custom fields: their list and their form (spec 1 §2, §3).
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type GroupRecord, group_name_length, groups } from '../../contract/accounts/groups.ts';
import { requiredMessage } from '../../contract/field-messages.ts';
import { useRecord, useSave, useSearch } from '../hooks.ts';
import { TextField } from '../kit/fields.tsx';
import { FormScreen } from '../kit/form-screen.tsx';
import type { Column } from '../kit/list-types.ts';
import { Moment } from '../kit/moment.tsx';
import { toast } from '../notices.ts';
import { PlainList } from '../plain-list.tsx';
import { groups_path } from './custom-fields/paths.ts';

const columns: readonly Column<GroupRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  { key: 'updated_at', label: 'Changed', cell: (one) => <Moment at={one.updated_at} /> },
];

export function Groups() {
  return (
    <PlainList
      title="Groups"
      noun="group"
      path={groups_path}
      calls={groups}
      search={useSearch(groups.search, { fields: {} })}
      columns={columns}
      text="A group is a set of custom fields that are asked together."
      leaving={({ name }) => `${name} goes; a group that has custom fields stays.`}
    />
  );
}

/** The form of a new group, or of the one the address names. */
export function GroupForm() {
  const { groupID: id = '' } = useParams();
  const { data } = useRecord(groups.get, { params: { id } }, { enabled: id !== '' });
  return id === '' || data ? <Form key={data?.updated_at} one={data} /> : null;
}

function Form({ one }: { one: GroupRecord | undefined }) {
  const navigate = useNavigate();
  const begin = one?.name ?? '';
  const [name, setName] = useState(begin);
  const [tried, setTried] = useState(false);
  const leave = () => void navigate(groups_path);
  const done = {
    stales: [groups.search, groups.get],
    onSaved: () => {
      toast(one ? 'Group saved' : 'Group created');
      leave();
    },
  };
  const create = useSave(groups.create, { ...done, creates_in: { list: groups.search } });
  const update = useSave(groups.update, done);
  const missing = name.trim() === '' ? requiredMessage('Name') : undefined;
  const error = tried ? missing : undefined;
  const submit = () => {
    if (missing) setTried(true);
    else if (one) update.mutate({ params: one, input: { name } });
    else create.mutate({ input: { name } });
  };
  return (
    <FormScreen
      title={one?.name ?? 'New group'}
      action={one ? 'Save group' : 'Create group'}
      errors={{ name: error }}
      changed={
        one
          ? name !== begin && 'Fields of the group follow its name.'
          : 'Nothing is made until it is saved.'
      }
      busy={create.isPending || update.isPending}
      onSubmit={submit}
      onDiscard={one ? () => setName(begin) : leave}
    >
      <div className="section-body narrow-form">
        <TextField
          name="name"
          label="Name"
          value={name}
          onChange={(typed) => {
            setName(typed);
            setTried(true);
          }}
          error={error}
          extra={{ input: { maxLength: group_name_length } }}
        />
      </div>
    </FormScreen>
  );
}
