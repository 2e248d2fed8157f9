// What a key may do, grouped: rights of its user and areas of the product, each with a sentence.
import { Switch } from '@mantine/core';
import type { KeyScope } from '../../../contract/access/access.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useField } from '../../kit/form/form-context.ts';
import { scopeGroups } from './api-key-values.ts';
import '../identity.css';

export function ScopeFields({ caller }: { caller: CallerRecord }) {
  const { value: scopes, put } = useField<readonly KeyScope[]>('scopes');
  const turn = (name: KeyScope, on: boolean) => {
    const others = scopes.filter((one) => one !== name);
    put(on ? [...others, name] : others);
  };
  return (
    <table className="rights key-scopes">
      {scopeGroups(caller).map(({ title, choices }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {choices.map(({ name, label, meaning, reason }) => {
            const checked = scopes.includes(name);
            return (
              <tr key={name}>
                <td>
                  {label}
                  <small>{reason || meaning}</small>
                </td>
                <td>
                  <Switch
                    name={name}
                    aria-label={label}
                    checked={checked}
                    disabled={reason !== '' && !checked}
                    onChange={(event) => turn(name, event.currentTarget.checked)}
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
