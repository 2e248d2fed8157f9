// Groups of custom fields: their list and their form (spec 1 §2, §3).

import { useNavigate } from 'react-router';
import { type GroupRecord, groups } from '../../contract/accounts/groups.ts';
import { useSearch } from '../hooks.ts';
import { TextField } from '../kit/form/fields.tsx';
import { editTexts, FormFields, FormScreen } from '../kit/form/form-screen.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { momentColumn } from '../kit/list/columns.tsx';
import type { Column } from '../kit/list/list-types.ts';
import { toast } from '../notices.ts';
import { PlainForm } from '../plain-form.tsx';
import { PlainList } from '../plain-list.tsx';
import { groups_path } from './custom-fields/paths.ts';

const columns: readonly Column<GroupRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  momentColumn('updated_at', 'Last change'),
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
      text="A group is a set of custom fields that a form shows together."
      leaving={({ name }) =>
        `${name} will be deleted. A group that still has custom fields cannot be deleted.`
      }
    />
  );
}

/** The form of a new group, or of the one the address names. */
export function GroupForm() {
  const form = (one?: GroupRecord) => <Form one={one} />;
  return <PlainForm noun="Group" get={groups.get} parameter="groupID" form={form} />;
}

function Form({ one }: { one: GroupRecord | undefined }) {
  const navigate = useNavigate();
  const leave = () => void navigate(groups_path);
  const form = useForm(one ? groups.update : groups.create, {
    initial: { name: one?.name ?? '' },
    of: one,
    ...(one ? { params: { id: one.id } } : { creates_in: { list: groups.search } }),
    stales: [groups.search, groups.get],
    tell: () => toast(one ? 'Group saved' : 'Group created'),
    onSaved: leave,
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('group', one?.name)}
      note={one ? 'Its custom fields use the new name.' : 'Not created until you save.'}
      {...(!one && { onLeave: leave })}
    >
      <FormFields>
        <TextField name="name" />
      </FormFields>
    </FormScreen>
  );
}
