// The rights of one user or role as switches, grouped; what the viewer cannot give says why.
import { Switch } from '@mantine/core';
import { Fragment } from 'react';
import {
  shown_rights,
  type UserPermission,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import '../identity.css';

interface RightsFieldsProps {
  values: Readonly<Partial<Record<UserPermission, boolean>>>;
  /** Why this right cannot be turned, or ''. */
  whyNot: (right: UserPermission) => string;
  onChange: (right: UserPermission, value: boolean) => void;
}

export function RightsFields({ values, whyNot, onChange }: RightsFieldsProps) {
  return (
    <table className="rights">
      <tbody>
        {shown_rights.map(({ title, rights }) => (
          <Fragment key={title}>
            <tr>
              <th scope="colgroup" colSpan={2} className="rights-title">
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
                      checked={values[name] ?? false}
                      disabled={reason !== ''}
                      onChange={(event) => onChange(name, event.currentTarget.checked)}
                    />
                  </td>
                </tr>
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
