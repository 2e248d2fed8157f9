// Groups of custom fields: their list and their form (spec 1 §2, §3).
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type GroupRecord, groups } from '../../contract/accounts/groups.ts';
import { useRecord, useSearch } from '../hooks.ts';
import { TextField } from '../kit/form/fields.tsx';
import { FormScreen } from '../kit/form/form-screen.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { icon_16 } from '../kit/icon.ts';
import { ListScreen } from '../kit/list-screen.tsx';
import type { Column, RowView } from '../kit/list-types.ts';
import { Moment } from '../kit/moment.tsx';
import { RemoveDialog } from '../kit/remove-dialog.tsx';
import { toast } from '../notices.ts';
import { groups_path } from './custom-fields/paths.ts';

const columns: readonly Column<GroupRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  { key: 'updated_at', label: 'Changed', cell: (one) => <Moment at={one.updated_at} /> },
];

export function Groups() {
  const search = useSearch(groups.search, { fields: {} });
  const [leaving, setLeaving] = useState<GroupRecord | null>(null);
  const view: RowView<GroupRecord> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => `${groups_path}/update/${id}`,
    actions: (one) => [
      [{ label: 'Delete', icon: IconTrash, destructive: true, run: () => setLeaving(one) }],
    ],
    phone: (one) => ({ title: one.name, time: <Moment at={one.updated_at} /> }),
  };
  const create = (
    <Link to={`${groups_path}/create`} className="plain-button" data-primary>
      <IconPlus {...icon_16} />
      New group
    </Link>
  );
  const nothing = {
    title: 'No groups yet',
    text: 'A group is a set of custom fields that are asked together.',
    action: create,
  };
  const gone = { endpoint: groups.remove, stales: [groups.search], done: 'Group deleted' };
  const list = { title: 'Groups', noun: 'group', search, columns, view, actions: create, nothing };
  return (
    <>
      <ListScreen {...list} />
      {leaving && (
        <RemoveDialog {...gone} id={leaving.id} noun="group" onClose={() => setLeaving(null)}>
          {leaving.name} goes; a group that has custom fields stays.
        </RemoveDialog>
      )}
    </>
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
  const leave = () => void navigate(groups_path);
  const form = useForm(one ? groups.update : groups.create, {
    initial: { name: one?.name ?? '' },
    ...(one ? { params: { id: one.id } } : { creates_in: { list: groups.search } }),
    stales: [groups.search, groups.get],
    onSaved: () => {
      toast(one ? 'Group saved' : 'Group created');
      leave();
    },
  });
  return (
    <FormScreen
      form={form}
      title={one?.name ?? 'New group'}
      action={one ? 'Save group' : 'Create group'}
      says={one ? 'Fields of the group follow its name.' : 'Nothing is made until it is saved.'}
      {...(!one && { onLeave: leave })}
    >
      <div className="section-body narrow-form">
        <TextField name="name" />
      </div>
    </FormScreen>
  );
}
