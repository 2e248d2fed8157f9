// Which fields a payment needs, by hand and on invoices: one table, three choices a cell.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import {
  type RequiredGroup,
  type RequiredKey,
  type Requirement,
  required_groups,
  required_meanings,
  requirements,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { isOfferedRequired } from '../../../contract/accounts/documents/offered.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { sentence } from '../../../contract/member-labels.ts';
import { useRecord } from '../../hooks.ts';
import { useField } from '../../kit/form/form-context.ts';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { TitlePage } from '../../kit/page/page-title.tsx';
import { FindBox } from '../../kit/switches/find-box.tsx';
import { toast } from '../../notices.ts';
import basics from '../../style/basics.module.css';
import styles from '../accounts.module.css';
import { OriginButton } from '../inspector/origin-button.tsx';
import { changeCount, fieldRequirementsChange, required_parts } from './required-draft.ts';

const column_titles: Readonly<Record<RequiredGroup, string>> = {
  default: 'Payments',
  invoice: 'Invoices',
};
const offered_groups = required_groups.filter(isOfferedRequired);
const choices = requirements.map((value) => ({ value, label: sentence(value) }));

function labelOf(key: RequiredKey): string {
  return key === 'default' ? 'All other fields' : sentence(key);
}

/** Below its title the words of the title are not said again: "First name", "Card". */
function shortLabel(key: RequiredKey): string {
  const rest = /^(?:billing|payment_method|shipping(?!_amount))_(.+)$/.exec(key)?.[1];
  return rest === undefined ? labelOf(key) : sentence(rest);
}

interface CellProps {
  name: RequiredKey;
  group: RequiredGroup;
  stored: Requirement;
}

function Cell({ name, group, stored }: CellProps) {
  const { value, put } = useField<Requirement>(`${group}.${name}`, labelOf(name));
  return (
    <td
      data-changed={value !== stored || undefined}
      data-value={value}
      data-label={column_titles[group]}
    >
      <NativeSelect
        name={`${group}.${name}`}
        aria-label={`${labelOf(name)}, ${column_titles[group]}`}
        value={value}
        data={choices}
        onChange={(event) => put(event.currentTarget.value as Requirement)}
      />
    </td>
  );
}

interface TableProps {
  merchant: MerchantRecord;
  /** Part of a name or meaning; empty shows all. */
  looked_for: string;
}

function Table({ merchant, looked_for }: TableProps) {
  const wanted = looked_for.trim().toLowerCase();
  const isWanted = (key: RequiredKey) =>
    `${labelOf(key)} ${required_meanings[key]} ${key}`.toLowerCase().includes(wanted);
  const parts = required_parts
    .map(({ title, keys }) => ({ title, keys: keys.filter(isWanted) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <table className={`${styles.settingTable} ${styles.requiredTable}`}>
      {parts.length === 0 && <caption>Nothing matches “{looked_for.trim()}”.</caption>}
      <thead>
        <tr>
          <th scope="col">Field</th>
          {offered_groups.map((group) => (
            <th key={group} scope="col">
              {column_titles[group]}
            </th>
          ))}
          <th scope="col">
            <span className={basics.hiddenText}>Origin</span>
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
              <th scope="row" title={key}>
                {shortLabel(key)}
                <small>{required_meanings[key]}</small>
              </th>
              {offered_groups.map((group) => (
                <Cell
                  key={group}
                  name={key}
                  group={group}
                  stored={merchant.requireds[group][key]}
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
  const [looked_for, setLookedFor] = useState('');
  const form = useForm(merchants.updateFieldRequirements, {
    initial: merchant.requireds,
    of: merchant,
    input: (now, begun) => ({ requireds: fieldRequirementsChange(begun, now) }),
    params: { id: merchant.id },
    stales: [merchants.getOwn, merchants.get],
    tell: () => toast('Required fields saved'),
  });
  const count = changeCount(fieldRequirementsChange(merchant.requireds, useValues(form)));
  return (
    <FormScreen
      form={form}
      title="Required fields"
      action="Save required fields"
      note={`${count} ${count === 1 ? 'change' : 'changes'}. They apply from the next payment.`}
    >
      <FindBox label="Find a field" value={looked_for} onFind={setLookedFor} />
      <Table merchant={merchant} looked_for={looked_for} />
    </FormScreen>
  );
}

export function RequiredFields() {
  const { data } = useRecord(merchants.getOwn);
  if (!data) return <TitlePage title="Required fields" />;
  return <Loaded key={data.id} merchant={data} />;
}
