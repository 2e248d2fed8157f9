// Permissions and flags of an account: grouped by things, each with where its value comes from.
import { flag_entries } from '../../../contract/accounts/documents/flags.ts';
import { type GrantName, offered_grants } from '../../../contract/accounts/documents/grants.ts';
import { permission_entries } from '../../../contract/accounts/documents/permissions.ts';
import { useFormAround, useValue } from '../../kit/form/form-context.ts';
import { SwitchGroups } from '../../kit/switches/switch-groups.tsx';
import type { SwitchRow } from '../../kit/switches/switch-search.ts';
import { OriginButton } from '../inspector/origin-button.tsx';

export type Grants = Readonly<Record<string, boolean>>;
/** The two documents of an account. */
export interface GrantValues {
  permissions: Grants;
  flags: Grants;
}
type Document = keyof GrantValues;

const entries = { permissions: permission_entries, flags: flag_entries };
const kinds = { permissions: 'permission', flags: 'flag' } as const;
const documents = Object.keys(entries) as Document[];

interface GrantRow extends SwitchRow {
  document: Document;
}

interface GrantsProps {
  /** As stored: what differs is marked. Null for a new account, which has no history either. */
  stored: GrantValues | null;
  /** The account, for where a value comes from; empty for a new one. */
  account_id: string;
  /** Why one cannot be turned on and who can do it; '' where it can. */
  whyNot: (document: Document, name: string) => string;
  /** Why nothing can be switched, or ''. */
  locked?: string;
}

/** One switch: what is off and may not be granted stays off; what is on may always be taken. */
function rowOf(grant: GrantName, values: GrantValues, props: GrantsProps): GrantRow {
  const { document, name, label } = grant;
  const { stored, whyNot, locked = '' } = props;
  const on = values[document][name] === true;
  return {
    ...{ document, name, label, on },
    help: { ...permission_entries, ...flag_entries }[name].meaning,
    locked: locked || (on ? '' : whyNot(document, name)),
    changed: stored !== null && on !== (stored[document][name] === true),
  };
}

/** The fields `permissions` and `flags` of the form around. */
export function GrantFields(props: GrantsProps) {
  const { account_id } = props;
  const { put } = useFormAround();
  const values = {
    permissions: useValue<Grants>('permissions'),
    flags: useValue<Grants>('flags'),
  };
  const groups = offered_grants.map(({ title, grants }) => ({
    title,
    rows: grants.map((grant) => rowOf(grant, values, props)),
  }));
  return (
    <SwitchGroups
      find_label="Find a permission or flag"
      groups={groups}
      onSwitch={({ document, name }, on) => put(`${document}.${name}`, on)}
      {...(account_id !== '' && {
        asideOf: ({ document, name, label }: GrantRow) => (
          <OriginButton of={{ kind: kinds[document], name, account_id }} label={label} />
        ),
      })}
    />
  );
}

/** What differs, as it is sent; a document without a difference is left out. */
export function grantsChange(stored: GrantValues, values: GrantValues) {
  const rows = documents.map((document) => {
    const names = Object.keys(entries[document]).filter(
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
