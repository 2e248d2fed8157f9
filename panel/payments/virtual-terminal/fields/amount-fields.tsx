// What is paid for: amount and its parts, references, and the fields of Level 2 and 3.
import { useFormContext, useWatch } from 'react-hook-form';
import { formatMoney, sum, symbolOf } from '../../../../contract/money.ts';
import kit from '../../../kit/kit.module.css';
import { FormGrid } from '../../../kit/page/page-parts.tsx';
import type { TerminalForm } from '../form.ts';
import { sumsLines, totalledLines } from '../lines/lines.ts';
import { Field, type FieldName, SelectField } from './field.tsx';
import styles from './fields.module.css';

const decimal = { inputMode: 'decimal', placeholder: '0.00' } as const;

interface MoneyFieldProps {
  name: FieldName;
  label: string;
  currency: string;
  advanced?: boolean;
  arrange?: (element: HTMLInputElement) => void;
}

function MoneyField({ currency, ...field }: MoneyFieldProps) {
  const symbol = <span className={styles.symbol}>{symbolOf(currency)}</span>;
  return <Field {...field} span={3} half before={symbol} input={decimal} />;
}

interface TaxProps {
  rate: 'tax_rate' | 'national_tax_rate';
  money: 'tax_amount' | 'national_tax_amount';
  label: string;
  currency: string;
}

/** A tax by its rate or as money: what is typed into one takes the place of the other. */
function TaxFields({ rate, money, label, currency }: TaxProps) {
  const { setValue, trigger } = useFormContext<TerminalForm>();
  const insteadOf =
    (other: TaxProps['rate' | 'money']) =>
    ({ value }: HTMLInputElement) => {
      if (value.trim() === '') return;
      setValue(other, '');
      // A value here may replace one required there: that is checked again after this one.
      queueMicrotask(() => void trigger(other));
    };
  return (
    <>
      <Field
        name={rate}
        label={`${label} rate`}
        span={3}
        half
        advanced
        after="%"
        input={{ inputMode: 'decimal', placeholder: '0.000' }}
        arrange={insteadOf(money)}
      />
      <MoneyField
        name={money}
        label={label}
        currency={currency}
        advanced
        arrange={insteadOf(rate)}
      />
    </>
  );
}

/** What is charged: typed, or the sum of the lines. */
function AmountField({ currency }: { currency: string }) {
  const { control } = useFormContext<TerminalForm>();
  const lines = useWatch({ control, name: 'line_items' });
  const sums = useWatch({ control, name: 'calculate_total_from_line_items' });
  const exempt = useWatch({ control, name: 'tax_exempt' });
  if (sumsLines({ line_items: lines, calculate_total_from_line_items: sums })) {
    const total = sum(totalledLines(lines, currency, exempt).map(({ amount }) => amount));
    return (
      <div className={styles.field} data-span={3}>
        <span className={styles.label} aria-hidden="true">
          Amount
        </span>
        <output className={styles.sum} aria-label="Amount">
          {formatMoney(total, currency)} from line items
        </output>
      </div>
    );
  }
  return (
    <Field
      name="amount"
      label="Amount"
      span={3}
      before={<span className={styles.symbol}>{symbolOf(currency)}</span>}
      after={currency.toUpperCase()}
      input={{ ...decimal, className: styles.strong }}
    />
  );
}

/** A fee of the clerk's own in the place of the program's. */
function FeeFields({ currency }: { currency: string }) {
  const { control } = useFormContext<TerminalForm>();
  const flat = useWatch({ control, name: 'payment_adj_type' }) === 'flat';
  const typed = useWatch({ control, name: 'payment_adj_value' }) !== '';
  const kinds = [
    { value: 'percentage', label: 'Percentage' },
    { value: 'flat', label: `Amount, ${currency.toUpperCase()}` },
  ];
  return (
    <>
      <Field
        name="payment_adj_value"
        label="Service fee"
        aside={typed ? undefined : 'default fee'}
        span={3}
        half
        advanced
        {...(flat
          ? { before: <span className={styles.symbol}>{symbolOf(currency)}</span> }
          : { after: '%' })}
        input={{ inputMode: 'decimal', placeholder: flat ? '0.00' : '0.000' }}
      />
      {typed && (
        <SelectField name="payment_adj_type" label="Fee type" span={3} half options={kinds} />
      )}
    </>
  );
}

interface AmountFieldsProps {
  currency: string;
  /** Those the processor takes. */
  currencies: readonly string[];
  /** A verification charges nothing and shows no amount. */
  charges: boolean;
  tips: boolean;
}

export function AmountFields({ currency, currencies, charges, tips }: AmountFieldsProps) {
  const codes = [...new Set([currency, ...currencies])];
  const tax = { rate: 'tax_rate', money: 'tax_amount', label: 'Tax', currency } as const;
  return (
    <div className={`${kit.formGrid} ${styles.flow}`}>
      {charges && (
        <>
          <AmountField currency={currency} />
          {codes.length > 1 && (
            <SelectField
              name="currency"
              label="Currency"
              span={3}
              half
              options={codes.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          )}
          <MoneyField name="discount_amount" label="Discount" currency={currency} advanced />
          <MoneyField name="shipping_amount" label="Shipping" currency={currency} advanced />
          {tips && <MoneyField name="tip_amount" label="Tip" currency={currency} />}
          <TaxFields {...tax} />
          {tips && <FeeFields currency={currency} />}
        </>
      )}
      <Field name="order_id" label="Order ID" span={3} half />
      <Field name="po_number" label="PO number" span={3} half advanced />
      <Field name="description" label="Description" span={4} />
      <Field name="vendor_id" label="Vendor ID" span={6} advanced />
    </div>
  );
}

/** Fields that lower interchange on cards of companies (gateway-api 3.2, Level 3). */
export function LevelFields({ currency }: { currency: string }) {
  return (
    <FormGrid>
      <TaxFields
        rate="national_tax_rate"
        money="national_tax_amount"
        label="National tax"
        currency={currency}
      />
      <MoneyField name="duty_amount" label="Duty" currency={currency} />
      <Field name="ship_from_postal_code" label="Ship from postal code" span={3} half />
      <Field name="summary_commodity_code" label="Commodity code" span={3} half />
      <Field name="merchant_vat_registration_number" label="Your VAT number" span={3} half />
      <Field name="customer_vat_registration_number" label="Customer's VAT number" span={3} half />
    </FormGrid>
  );
}
