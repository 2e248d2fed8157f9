// The fields of a card or a bank account in the forms of saved customers.
import { SelectField, TextField } from '../kit/form/fields.tsx';
import { useValue } from '../kit/form/form-context.ts';
import { FormGrid, Hint } from '../kit/page/page-parts.tsx';
import { account_types, sec_codes } from '../payments/picker/bank-choices.ts';
import { readExpiration, readNumber } from './method-values.ts';

function EncryptionNote() {
  return <Hint>The number is encrypted when you save it. Only its last digits are shown.</Hint>;
}

interface NumberFieldProps {
  name: string;
  label: string;
  masked: string;
  read?: (text: string) => string;
}

/** A number, which stays where none is typed. */
function NumberField({ masked, ...field }: NumberFieldProps) {
  const hint = masked === '' ? '' : 'leave empty to keep it';
  return <TextField {...field} span={6} hint={hint} placeholder={masked} />;
}

interface FieldsProps {
  /** What the names of the fields begin with, the point included; '' for none. */
  at: string;
  /** The number that is kept where none is typed; '' of a new one. */
  masked: string;
}

export function CardFields({ at, masked }: FieldsProps) {
  return (
    <FormGrid>
      <NumberField name={`${at}number`} label="Card number" masked={masked} read={readNumber} />
      <TextField
        name={`${at}expiration_date`}
        label="Expiry"
        span={3}
        hint="MM/YY"
        read={readExpiration}
      />
      <EncryptionNote />
    </FormGrid>
  );
}

interface AccountFieldsProps extends FieldsProps {
  /** The saved account has a check number, which stays where none is typed. */
  keeps_check?: boolean;
}

export function AccountFields({ at, masked, keeps_check = false }: AccountFieldsProps) {
  const by_telephone = useValue(`${at}sec_code`) === 'tel';
  return (
    <FormGrid>
      <TextField name={`${at}routing_number`} label="Routing number" span={6} hint="" />
      <NumberField name={`${at}account_number`} label="Account number" masked={masked} />
      <SelectField
        name={`${at}account_type`}
        label="Account type"
        span={6}
        choices={account_types}
      />
      <SelectField name={`${at}sec_code`} label="SEC code" span={6} choices={sec_codes} />
      {by_telephone && (
        <TextField
          name={`${at}check_number`}
          label="Check number"
          span={6}
          hint={keeps_check ? 'leave empty to keep it' : ''}
        />
      )}
      <EncryptionNote />
    </FormGrid>
  );
}
