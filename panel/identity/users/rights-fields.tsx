// The rights of one user or role as switches, grouped; what the viewer cannot give says why.
import { Switch } from '@mantine/core';
import {
  shown_rights,
  type UserPermission,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { useField } from '../../kit/form/form-context.ts';
import '../identity.css';

interface RightsFieldsProps {
  /** Why this right cannot be turned, or ''. */
  whyNot: (right: UserPermission) => string;
}

/** The field `permissions` of the form around. */
export function RightsFields({ whyNot }: RightsFieldsProps) {
  const { value, put } =
    useField<Readonly<Partial<Record<UserPermission, boolean>>>>('permissions');
  return (
    <table className="rights">
      {shown_rights.map(({ title, rights }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {rights.map(({ name, label }) => {
            const reason = whyNot(name);
            return (
              <tr key={name}>
                <td>
                  {label}
                  <small>{reason || user_permission_entries[name].meaning}</small>
                </td>
                <td>
                  <Switch
                    name={name}
                    aria-label={label}
                    checked={value[name] ?? false}
                    disabled={reason !== ''}
                    onChange={(event) => put({ ...value, [name]: event.currentTarget.checked })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}
