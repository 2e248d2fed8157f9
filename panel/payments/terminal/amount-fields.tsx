// What is paid for: amount and its parts, references, and the fields of Level 2 and 3.
import { symbolOf } from '../../../contract/money.ts';
import { Field, type FieldName } from './field.tsx';

const decimal = { inputMode: 'decimal', placeholder: '0.00' } as const;

interface MoneyFieldProps {
  name: FieldName;
  label: string;
  currency: string;
  span?: 3 | 4;
  half?: boolean;
  aside?: string;
}

function MoneyField({ currency, span = 3, half = true, ...field }: MoneyFieldProps) {
  const symbol = <span className="term-symbol">{symbolOf(currency)}</span>;
  return <Field {...field} span={span} half={half} before={symbol} input={decimal} />;
}

interface AmountFieldsProps {
  currency: string;
  /** A verification charges nothing and shows no amount. */
  charges: boolean;
  tips: boolean;
}

export function AmountFields({ currency, charges, tips }: AmountFieldsProps) {
  const code = currency.toUpperCase();
  return (
    <div className="form-grid">
      {charges && (
        <>
          <Field
            name="amount"
            label="Amount"
            span={3}
            before={<span className="term-symbol">{symbolOf(currency)}</span>}
            after={code}
            input={{ ...decimal, className: 'term-strong' }}
          />
          <MoneyField name="discount_amount" label="Discount" currency={currency} />
          <MoneyField name="shipping_amount" label="Shipping" currency={currency} />
          <Field
            name="tax_rate"
            label="Tax rate"
            span={3}
            half
            after="%"
            input={{ inputMode: 'decimal', placeholder: '0.000' }}
          />
          {tips && <MoneyField name="tip_amount" label="Tip" currency={currency} />}
        </>
      )}
      <Field name="order_id" label="Order ID" span={3} half />
      <Field name="po_number" label="PO number" aside="optional" span={3} half />
      <Field name="description" label="Description" span={charges && tips ? 3 : 6} />
    </div>
  );
}

/** Fields that lower interchange on cards of companies (gateway-api 3.2, Level 3). */
export function LevelFields({ currency }: { currency: string }) {
  return (
    <div className="form-grid">
      <MoneyField name="national_tax_amount" label="National tax" currency={currency} />
      <MoneyField name="duty_amount" label="Duty" currency={currency} />
      <Field name="ship_from_postal_code" label="Ship from postal code" span={3} half />
      <Field name="summary_commodity_code" label="Commodity code" span={3} half />
      <Field name="merchant_vat_registration_number" label="Your VAT number" span={3} half />
      <Field name="customer_vat_registration_number" label="Customer's VAT number" span={3} half />
    </div>
  );
}
