// The rights of one user or role as switches; what the viewer cannot give says why.
import {
  shown_rights,
  type UserPermission,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { useField } from '../../kit/form/form-context.ts';
import { SwitchGroups } from '../../kit/switches/switch-groups.tsx';

interface RightsFieldsProps {
  /** Why this right cannot be changed, or ''. */
  whyNot: (right: UserPermission) => string;
}

/** The field `permissions` of the form around. */
export function RightsFields({ whyNot }: RightsFieldsProps) {
  const { value, put } =
    useField<Readonly<Partial<Record<UserPermission, boolean>>>>('permissions');
  const groups = shown_rights.map(({ title, rights }) => ({
    title,
    rows: rights.map(({ name, label }) => ({
      ...{ name, label, on: value[name] ?? false, locked: whyNot(name) },
      help: user_permission_entries[name].meaning,
    })),
  }));
  return (
    <SwitchGroups
      find_label="Find a permission"
      groups={groups}
      onSwitch={({ name }, on) => put({ ...value, [name]: on })}
    />
  );
}
