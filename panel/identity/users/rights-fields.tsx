// The rights of one user or role as switches, grouped; what the viewer cannot give says why.
import {
  shown_rights,
  type UserPermission,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { useField } from '../../kit/form/form-context.ts';
import { SwitchTable } from '../switch-table.tsx';

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
    rows: rights.map(({ name, label }) => {
      const reason = whyNot(name);
      return {
        ...{ name, label, checked: value[name] ?? false },
        note: reason || user_permission_entries[name].meaning,
        disabled: reason !== '',
      };
    }),
  }));
  return <SwitchTable groups={groups} onSwitch={(name, on) => put({ ...value, [name]: on })} />;
}
