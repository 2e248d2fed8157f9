// The ACH tab: the account, and what the merchant requires of its holder (spec 2 §5).
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormGrid, Hint } from '../../../kit/page/page-parts.tsx';
import { account_types, sec_codes } from '../../picker/bank-choices.ts';
import { lowered, uppered } from '../../picker/typing.ts';
import type { TerminalForm } from '../form.ts';
import { Field, SelectField, useIsHidden } from './field.tsx';

const digits_only = { inputMode: 'numeric' } as const;

/** Only the codes the processor takes, in the order above. */
export function BankFields({ taken }: { taken: readonly string[] }) {
  const { control, setValue } = useFormContext<TerminalForm>();
  const sec_code = useWatch({ control, name: 'sec_code' });
  const codes = sec_codes.filter(({ value }) => taken.length === 0 || taken.includes(value));
  useEffect(() => {
    const [first] = codes;
    if (first && !codes.some(({ value }) => value === sec_code)) setValue('sec_code', first.value);
  });
  return (
    <FormGrid>
      <Field name="routing_number" label="Routing number" span={3} input={digits_only} />
      <Field name="account_number" label="Account number" span={3} input={digits_only} />
      <SelectField name="account_type" label="Account type" span={3} half options={account_types} />
      <SelectField name="sec_code" label="SEC code" span={3} half options={codes} />
      {sec_code === 'tel' && (
        <Field name="check_number" label="Check number" span={3} input={digits_only} />
      )}
      <Hint>
        The payment is converted to an electronic transfer (ACH/EFT). A fee may apply if it is
        returned.
      </Hint>
    </FormGrid>
  );
}

/** Whether the merchant shows any field about the holder. */
export function useHolderShown(): boolean {
  const hidden = [
    useIsHidden('drivers_license'),
    useIsHidden('drivers_license_state'),
    useIsHidden('social_security_number_last_4'),
    useIsHidden('date_of_birth'),
  ];
  return hidden.includes(false);
}

export function HolderFields() {
  return (
    <FormGrid>
      <Field
        name="drivers_license"
        label="Driver's license"
        span={3}
        input={{ autoCapitalize: 'none' }}
        arrange={lowered}
      />
      <Field
        name="drivers_license_state"
        label="License state"
        span={3}
        half
        input={{ maxLength: 2, autoCapitalize: 'characters' }}
        arrange={uppered}
      />
      <Field
        name="social_security_number_last_4"
        label="SSN, last 4"
        span={3}
        half
        input={{ inputMode: 'numeric', maxLength: 4 }}
      />
      <Field name="date_of_birth" label="Date of birth" span={3} input={{ type: 'date' }} />
    </FormGrid>
  );
}
