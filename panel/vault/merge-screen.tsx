// Customers that were saved twice: chosen, shown as they would be, and made one.
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CustomerRecord } from '../../contract/vault/customers.ts';
import {
  customer_merge,
  type DuplicateRecord,
  type MergeRecord,
} from '../../contract/vault/merge.ts';
import { useRecord, useSave } from '../hooks.ts';
import { counted } from '../kit/action-item.ts';
import { RecordMissing } from '../kit/page/not-shown.tsx';
import { Hint } from '../kit/page/page-parts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { toast } from '../notices.ts';
import { CustomerPage, customer_stales, useCustomer } from './customer-screen.tsx';
import { customerName, mainAddress } from './customer-text.ts';
import { customerPath } from './paths.ts';
import styles from './vault.module.css';

interface RowProps {
  duplicate: DuplicateRecord;
  is_chosen: boolean;
  onChange: (is_chosen: boolean) => void;
}

function Row({ duplicate, is_chosen, onChange }: RowProps) {
  const { customer, shared_numbers } = duplicate;
  const facts = [mainAddress(customer)?.email, `ID ${customer.id}`, ...shared_numbers];
  return (
    <li>
      <Checkbox
        checked={is_chosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={customerName(customer)}
        description={facts.filter(Boolean).join(' · ')}
      />
    </li>
  );
}

/** One line for each part that moves or stays away, and what wins where both have something. */
function linesOf({ methods, addresses, customer }: MergeRecord): string[] {
  const { do_not_share, flags } = customer.data.customer;
  const parts = [
    ...methods.map(({ masked_number: what, kept_id }) => ({ what, kept_id })),
    ...addresses.map(({ line, kept_id }) => ({ what: line || 'An address', kept_id })),
  ];
  const lines = parts.map(({ what, kept_id }) =>
    kept_id === '' ? `${what} is added.` : `${what} is already saved and is kept once.`,
  );
  return [
    ...new Set(lines),
    'Notes and custom fields are combined. The later expiration date of a card is kept.',
    ...(do_not_share ? ['“Do not share” is on.'] : []),
    ...(flags.includes('surcharge_exempt') ? ['“Surcharge exempt” is on.'] : []),
  ];
}

interface ChosenProps {
  one: CustomerRecord;
  chosen: string[];
}

function Preview({ one, chosen }: ChosenProps) {
  const navigate = useNavigate();
  const request = { params: { id: one.id }, input: { customer_ids: chosen } };
  const { data, error, refetch } = useRecord(customer_merge.preview, request, { quiet: true });
  const save = useSave(customer_merge.merge, {
    stales: [...customer_stales, customer_merge.duplicates],
    tell: () => toast('Customers merged'),
    onSaved: () => void navigate(customerPath(one.id)),
  });
  if (error) return <RecordMissing noun="Preview" of={{ error, refetch }} />;
  return (
    <>
      <ul className={styles.lines} aria-busy={data === undefined}>
        {(data ? linesOf(data) : []).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Hint>
        {counted(chosen.length, 'customer', 'customers')} will be removed. Their transactions are
        listed with {customerName(one)}, and payments with their IDs continue to work. This cannot
        be undone.
      </Hint>
      <p>
        <PlainButton
          primary
          aria-disabled={save.isPending || data === undefined}
          onClick={() => !save.isPending && data && save.mutate(request)}
        >
          Merge {counted(chosen.length, 'customer')}
        </PlainButton>
      </p>
    </>
  );
}

export function MergeScreen() {
  const { one, read_only } = useCustomer();
  const { data, error, refetch } = useRecord(customer_merge.duplicates, {
    params: { id: one.id },
  });
  const [left_out, setLeftOut] = useState<readonly string[]>([]);
  if (!data) return <RecordMissing noun="Duplicates" of={{ error, refetch }} />;
  const chosen = data.rows
    .map(({ customer }) => customer.id)
    .filter((id) => !left_out.includes(id));
  const choose = (id: string, is_chosen: boolean) =>
    setLeftOut(is_chosen ? left_out.filter((other) => other !== id) : [...left_out, id]);
  return (
    <CustomerPage>
      <div className={styles.sections}>
        <Section title="Customers with the same card or bank account">
          {data.rows.length === 0 && (
            <Hint>No other customer has the same card or bank account.</Hint>
          )}
          <ul className={styles.list}>
            {data.rows.map((duplicate) => (
              <Row
                key={duplicate.customer.id}
                duplicate={duplicate}
                is_chosen={chosen.includes(duplicate.customer.id)}
                onChange={(is_chosen) => choose(duplicate.customer.id, is_chosen)}
              />
            ))}
          </ul>
        </Section>
        {data.rows.length > 0 && (
          <Section title={`${customerName(one)} after the merge`}>
            {read_only !== '' && <Hint>{read_only}</Hint>}
            {read_only === '' && chosen.length === 0 && <Hint>Select a customer to merge.</Hint>}
            {read_only === '' && chosen.length > 0 && <Preview one={one} chosen={chosen} />}
          </Section>
        )}
      </div>
    </CustomerPage>
  );
}
