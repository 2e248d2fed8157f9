// The chosen customer of the picker: who it is, with which method, to which addresses (spec 2 §2).
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { CustomerRecord } from '../../../contract/vault/customers.ts';
import { icon_14 } from '../../kit/icon.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import basics from '../../style/basics.module.css';
import selectStyles from '../select.module.css';
import styles from './picker.module.css';
import { addressText, savedOptions } from './saved-customer.ts';

/** The members of the customer's payment model that are chosen here. */
export interface Chosen {
  payment_method: string;
  /** Where the customer presents a card instead; '' for the saved method. */
  terminal_id: string;
  billing_address_id: string;
  shipping_address_id: string;
}

const address_fields = [
  { name: 'billing_address_id', label: 'Billing Address' },
  { name: 'shipping_address_id', label: 'Shipping Address' },
] as const;

const select_frame = [
  basics.textInput,
  basics.inputFrame,
  selectStyles.select,
  styles.choiceSelect,
].join(' ');

interface SelectProps {
  name: keyof Chosen;
  label: string;
  value: string;
  options: readonly { id: string; text: string }[];
  problem?: string;
  onChange: (id: string) => void;
}

function Select({ name, label, value, options, problem = '', onChange }: SelectProps) {
  const id = useId();
  return (
    <div className={styles.field} data-span={6}>
      <label htmlFor={id}>{label}</label>
      <div className={select_frame}>
        <select
          id={id}
          name={`customer.${name}`}
          value={value}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : `${id}-problem`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {!options.some((one) => one.id === value) && <option value="">n/a</option>}
          {options.map((one) => (
            <option key={one.id} value={one.id}>
              {one.text}
            </option>
          ))}
        </select>
        <IconChevronDown {...icon_14} />
      </div>
      {problem !== '' && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

const no_terminal = { id: '', text: 'None' };

interface CustomerChoiceProps {
  record: CustomerRecord;
  /** Terminals that may take the payment; none, and no terminal is chosen. */
  terminals: readonly { id: string; text: string }[];
  value: Chosen;
  /** Where the customer has no way to pay; else ''. */
  problem: string;
  onChange: (change: Partial<Chosen>) => void;
  /** Back to the search. */
  onClear: () => void;
  /** What the chosen method is asked beside. */
  children: ReactNode;
}

export function CustomerChoice(props: CustomerChoiceProps) {
  const { record, terminals, value, problem, onChange, onClear, children } = props;
  const { addresses, description } = record.data.customer;
  const places = addresses.map((address) => ({ id: address.id, text: addressText(address) }));
  const methods = savedOptions(record);
  return (
    <section className={styles.choice} aria-label="Customer">
      <dl>
        <div>
          <dt>Customer ID</dt>
          <dd>
            <span className={basics.mono}>{record.id}</span>
            <IconButton label="Clear customer" icon={IconX} onClick={onClear} />
          </dd>
        </div>
        {description !== '' && (
          <div>
            <dt>Customer Description</dt>
            <dd>{description}</dd>
          </div>
        )}
      </dl>
      <FormGrid>
        {terminals.length > 0 && (
          <Select
            name="terminal_id"
            label="Terminal"
            value={value.terminal_id}
            options={[no_terminal, ...terminals]}
            onChange={(terminal_id) => onChange({ terminal_id })}
          />
        )}
        {value.terminal_id === '' && (
          <Select
            name="payment_method"
            label="Payment Option"
            value={value.payment_method}
            options={methods}
            problem={problem}
            onChange={(payment_method) => onChange({ payment_method })}
          />
        )}
        {children}
      </FormGrid>
      <FormGrid>
        {address_fields.map(({ name, label }) => (
          <Select
            key={name}
            {...{ name, label }}
            value={value[name]}
            options={places}
            onChange={(id) => onChange({ [name]: id })}
          />
        ))}
      </FormGrid>
    </section>
  );
}
