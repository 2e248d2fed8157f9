// Which fields a payment needs, by hand and on invoices: one table, three choices a cell.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isOfferedRequired } from '../../../contract/accounts/documents/offered.ts';
import {
  type RequiredGroup,
  type RequiredKey,
  type Requirement,
  required_groups,
  required_meanings,
  requirements,
} from '../../../contract/accounts/documents/requireds.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { OriginButton } from '../inspector/origin-button.tsx';
import { sentence } from '../words.ts';
import { changeCount, required_parts, requiredsChange } from './required-draft.ts';
import '../accounts.css';

const column_titles: Readonly<Record<RequiredGroup, string>> = {
  default: 'Payments',
  invoice: 'Invoices',
};
const offered_groups = required_groups.filter(isOfferedRequired);
const choices = requirements.map((value) => ({ value, label: sentence(value) }));

function labelOf(key: RequiredKey): string {
  return key === 'default' ? 'Fields without a setting' : sentence(key);
}

/** Below its title the words of the title are not said again: "First name", "Card". */
function shortLabel(key: RequiredKey): string {
  const rest = /^(?:billing|payment_method|shipping(?!_amount))_(.+)$/.exec(key)?.[1];
  return rest === undefined ? labelOf(key) : sentence(rest);
}

interface CellProps {
  name: string;
  group: RequiredGroup;
  label: string;
  value: Requirement;
  changed: boolean;
  onChange: (value: Requirement) => void;
}

function Cell({ name, group, label, value, changed, onChange }: CellProps) {
  return (
    <td data-changed={changed || undefined} data-value={value} data-label={column_titles[group]}>
      <NativeSelect
        name={`${group}.${name}`}
        aria-label={`${label}, ${column_titles[group]}`}
        value={value}
        data={choices}
        onChange={(event) => onChange(event.currentTarget.value as Requirement)}
      />
    </td>
  );
}

interface TableProps {
  merchant: MerchantRecord;
  draft: MerchantRecord['requireds'];
  /** Part of a name or meaning; empty shows all. */
  looked_for: string;
  onChange: (group: RequiredGroup, key: RequiredKey, value: Requirement) => void;
}

function Table({ merchant, draft, looked_for, onChange }: TableProps) {
  const wanted = looked_for.trim().toLowerCase();
  const isWanted = (key: RequiredKey) =>
    `${labelOf(key)} ${required_meanings[key]} ${key}`.toLowerCase().includes(wanted);
  const parts = required_parts
    .map(({ title, keys }) => ({ title, keys: keys.filter(isWanted) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <table className="setting-table required-table">
      {parts.length === 0 && <caption>No such field.</caption>}
      <thead>
        <tr>
          <th scope="col">Field</th>
          {offered_groups.map((group) => (
            <th key={group} scope="col">
              {column_titles[group]}
            </th>
          ))}
          <th scope="col">
            <span className="hidden-text">Origin</span>
          </th>
        </tr>
      </thead>
      {parts.map(({ title, keys }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={offered_groups.length + 2}>
              {title}
            </th>
          </tr>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row">
                {shortLabel(key)}
                <small>{required_meanings[key]}</small>
              </th>
              {offered_groups.map((group) => (
                <Cell
                  key={group}
                  name={key}
                  group={group}
                  label={labelOf(key)}
                  value={draft[group][key]}
                  changed={draft[group][key] !== merchant.requireds[group][key]}
                  onChange={(value) => onChange(group, key, value)}
                />
              ))}
              <td>
                <OriginButton
                  of={{
                    kind: 'required',
                    groups: offered_groups,
                    name: key,
                    account_id: merchant.id,
                  }}
                  label={labelOf(key)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Loaded({ merchant }: { merchant: MerchantRecord }) {
  const [draft, setDraft] = useState(merchant.requireds);
  const [looked_for, setLookedFor] = useState('');
  const save = useSave(merchants.updateRequireds, {
    stales: [merchants.getOwn, merchants.get],
    onSaved: () => toast('Required fields saved'),
  });
  const change = requiredsChange(merchant.requireds, draft);
  const count = changeCount(change);
  return (
    <FormScreen
      title="Required fields"
      action="Save required fields"
      errors={{}}
      changed={
        count > 0 &&
        `${count} ${count === 1 ? 'change' : 'changes'}. They hold from the next payment on.`
      }
      busy={save.isPending}
      onSubmit={() => save.mutate({ params: { id: merchant.id }, input: { requireds: change } })}
      onDiscard={() => setDraft(merchant.requireds)}
    >
      <div className="setting-filter">
        <input
          type="search"
          className="plain-input"
          value={looked_for}
          placeholder="Find a field"
          aria-label="Find a field"
          onChange={(event) => setLookedFor(event.currentTarget.value)}
        />
      </div>
      <Table
        merchant={merchant}
        draft={draft}
        looked_for={looked_for}
        onChange={(group, key, value) =>
          setDraft({ ...draft, [group]: { ...draft[group], [key]: value } })
        }
      />
    </FormScreen>
  );
}

export function RequiredFields() {
  const { data, isError } = useRecord(merchants.getOwn);
  if (!data) return <div className="page">{isError && <PageTitle title="Required fields" />}</div>;
  return <Loaded key={data.updated_at} merchant={data} />;
}
