// The custom fields a payment was given, under their groups, with the names of what was chosen.
import type { AccountType } from '../../../contract/access/access.ts';
import type { CustomValues } from '../../../contract/accounts/custom-field-rules.ts';
import type { CustomFieldRecord } from '../../../contract/accounts/custom-fields.ts';
import { default_group } from '../../../contract/accounts/groups.ts';
import { Facts } from '../../kit/parts/facts.tsx';
import { Section } from '../../kit/parts/section.tsx';
import styles from './custom-field-inputs.module.css';
import { useAllFields } from './use-custom-fields.ts';

interface FactsProps {
  area: AccountType;
  merchant_id: string;
  values: CustomValues;
}

/** What was chosen reads as its name, what was typed as it is. */
function shownValues(field: CustomFieldRecord | undefined, values: readonly string[]): string {
  const named = (value: string) => field?.values?.find((one) => one.value === value)?.name;
  return values.map((value) => named(value) ?? value).join(', ');
}

/** Facts are identified by their labels: fields of one name make one. */
function byName(facts: readonly { label: string; value: string }[]) {
  const named = new Map<string, string[]>();
  for (const { label, value } of facts) named.set(label, [...(named.get(label) ?? []), value]);
  return [...named].map(([label, values]) => ({ label, value: values.join(', ') }));
}

export function CustomFieldFacts({ area, merchant_id, values }: FactsProps) {
  const entries = Object.entries(values);
  return entries.length === 0 ? null : <StoredValues {...{ area, merchant_id, values }} />;
}

function StoredValues({ area, merchant_id, values }: FactsProps) {
  const { data } = useAllFields(area, merchant_id);
  const ids = Object.keys(values);
  const known = (data?.rows ?? []).filter(({ id }) => ids.includes(id));
  const unknown = ids.filter((id) => !known.some((field) => field.id === id));
  const group = known.find(({ group_name }) => group_name !== '')?.group_name ?? default_group;
  const facts = [
    ...known.map((field) => ({
      label: field.name,
      value: shownValues(field, values[field.id] ?? []),
    })),
    ...unknown.map((id) => ({ label: id, value: shownValues(undefined, values[id] ?? []) })),
  ];
  return (
    <Section title="Custom fields" {...(group !== default_group && { aside: group })}>
      <div className={styles.fieldFacts}>
        <Facts facts={byName(facts)} />
      </div>
    </Section>
  );
}
