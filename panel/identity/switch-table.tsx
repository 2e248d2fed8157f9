// Rights as switches in groups, each with its meaning, or why it cannot be changed.
import { Switch } from '@mantine/core';
import styles from './identity.module.css';

interface SwitchRow<Name extends string> {
  name: Name;
  label: string;
  note: string;
  checked: boolean;
  disabled: boolean;
}

interface SwitchTableProps<Name extends string> {
  groups: readonly { title: string; rows: readonly SwitchRow<Name>[] }[];
  onSwitch: (name: Name, on: boolean) => void;
  className?: string;
}

export function SwitchTable<Name extends string>(props: SwitchTableProps<Name>) {
  const { groups, onSwitch, className = styles.rights } = props;
  return (
    <table className={className}>
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {rows.map(({ name, label, note, checked, disabled }) => (
            <tr key={name}>
              <td>
                {label}
                <small>{note}</small>
              </td>
              <td>
                <Switch
                  {...{ name, checked, disabled }}
                  aria-label={label}
                  onChange={(event) => onSwitch(name, event.currentTarget.checked)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
