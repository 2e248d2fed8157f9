// Permissions and flags of an account as one table: what each one opens, and where it comes from.
import { Switch } from '@mantine/core';
import type { Entries } from '../../../contract/accounts/documents/entries.ts';
import { flag_entries } from '../../../contract/accounts/documents/flags.ts';
import { isOfferedGrant } from '../../../contract/accounts/documents/offered.ts';
import { permission_entries } from '../../../contract/accounts/documents/permissions.ts';
import { useField } from '../../kit/form/form-context.ts';
import basics from '../../style/basics.module.css';
import styles from '../accounts.module.css';
import { OriginButton } from '../inspector/origin-button.tsx';

export type Grants = Readonly<Record<string, boolean>>;
/** The two documents of an account. */
export interface GrantValues {
  permissions: Grants;
  flags: Grants;
}
type Document = keyof GrantValues;

const documents: Readonly<
  Record<Document, { title: string; entries: Entries; kind: 'permission' | 'flag' }>
> = {
  permissions: { title: 'Permissions', entries: permission_entries, kind: 'permission' },
  flags: { title: 'Flags', entries: flag_entries, kind: 'flag' },
};

const offeredNames = (document: Document) =>
  Object.keys(documents[document].entries).filter((name) => isOfferedGrant(document, name));

interface GrantsProps {
  /** As stored: what differs is marked. Null for a new account, which has no history either. */
  stored: GrantValues | null;
  /** The account, for where a value comes from; empty for a new one. */
  account_id: string;
  /** Why one cannot be turned on; null where it can. */
  whyNot: (document: Document, name: string) => string | null;
  /** Nothing can be turned; the form has said why. */
  locked?: boolean;
}

interface RowProps extends GrantsProps {
  document: Document;
  name: string;
}

function Row(props: RowProps) {
  const { document, name, stored, account_id, whyNot, locked = false } = props;
  const { value: on, put } = useField<boolean>(`${document}.${name}`);
  const { entries, kind } = documents[document];
  const label = entries[name]?.meaning.replace(/\.$/, '') ?? name;
  // What is off and may not be granted stays off; what is on may always be taken.
  const reason = on || locked ? null : whyNot(document, name);
  const changed = stored !== null && on !== (stored[document][name] === true);
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row">
        {label}
        <small className={basics.mono}>{name}</small>
        {reason && <small id={`${name}-reason`}>{reason}</small>}
      </th>
      <td>
        <Switch
          name={`${document}.${name}`}
          aria-label={label}
          aria-describedby={reason ? `${name}-reason` : undefined}
          checked={on}
          disabled={locked || reason !== null}
          onChange={(event) => put(event.currentTarget.checked)}
        />
      </td>
      {account_id !== '' && (
        <td>
          <OriginButton of={{ kind, name, account_id }} label={label} />
        </td>
      )}
    </tr>
  );
}

export function GrantTables(props: GrantsProps) {
  return (Object.keys(documents) as Document[]).map((document) => (
    <table key={document} className={`${styles.settingTable} ${styles.grants}`}>
      <thead>
        <tr>
          <th scope="col">{documents[document].title}</th>
          <th scope="col">
            <span className={basics.hiddenText}>On</span>
          </th>
          {props.account_id !== '' && (
            <th scope="col">
              <span className={basics.hiddenText}>Origin</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {offeredNames(document).map((name) => (
          <Row key={name} {...props} document={document} name={name} />
        ))}
      </tbody>
    </table>
  ));
}

/** What differs, as it is sent; a document without a difference is left out. */
export function grantsChange(stored: GrantValues, values: GrantValues) {
  const rows = (Object.keys(documents) as Document[]).map((document) => {
    const names = Object.keys(documents[document].entries).filter(
      (name) => (stored[document][name] === true) !== (values[document][name] === true),
    );
    return [document, Object.fromEntries(names.map((name) => [name, values[document][name]]))];
  });
  return Object.fromEntries(
    rows.filter(([, change]) => Object.keys(change as object).length > 0),
  ) as Partial<GrantValues>;
}

export function grantsOf(record: { permissions: Grants; flags: Grants }): GrantValues {
  return { permissions: record.permissions, flags: record.flags };
}
