// The part of a form that says what payers pay on top of a payment.
import { MoneyField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';

const kinds = [
  { value: 'percentage', label: 'Percentage' },
  { value: 'flat', label: 'Amount' },
];

interface PayerFeePartProps {
  /** Names of the form's two fields. */
  kind: string;
  value: string;
  /** Of a fee that is an amount. */
  currency: string;
}

export function PayerFeePart({ kind, value, currency }: PayerFeePartProps) {
  const chosen = useValue(kind);
  const fee = { name: value, label: 'Fee', span: 6 } as const;
  return (
    <FormPart title="Payer fee" note="Applied to surcharges, cash discounts and service fees.">
      <FormGrid>
        <SelectField name={kind} label="Fee type" span={6} choices={kinds} none="None" />
        {chosen === 'flat' && <MoneyField {...fee} currency={currency} />}
        {chosen === 'percentage' && <TextField {...fee} hint="" end="%" />}
      </FormGrid>
    </FormPart>
  );
}
