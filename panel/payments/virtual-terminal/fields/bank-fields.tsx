// The ACH tab: the account, typed or linked, and what the merchant requires of its holder (spec 2
// §2, §5).
import { IconBuildingBank } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { hasBankLink } from '../../../environment.ts';
import { icon_16 } from '../../../kit/icon.ts';
import { FormGrid, Hint } from '../../../kit/page/page-parts.tsx';
import basics from '../../../style/basics.module.css';
import { account_types, sec_codes } from '../../picker/bank-choices.ts';
import { lowercased, uppercased } from '../../picker/typing.ts';
import type { TerminalForm } from '../form.ts';
import { Field, SelectField, useIsHidden } from './field.tsx';
import styles from './fields.module.css';

const digits_only = { inputMode: 'numeric' } as const;

// Fetched by whoever links an account.
const BankLinkView = lazy(async () => ({
  default: (await import('../../bank-link/bank-link-view.tsx')).BankLinkView,
}));

/** Numbers to type, or the bank-link view in their place: an entry of the internet. */
export function BankTab({ allowed_codes }: { allowed_codes: readonly string[] }) {
  const { control, setValue, setFocus } = useFormContext<TerminalForm>();
  const is_linking = useWatch({ control, name: 'is_linking' });
  const was_linking = useRef(is_linking);
  // The button that brought the numbers back is gone: the first of them takes the focus.
  useEffect(() => {
    if (was_linking.current && !is_linking) setFocus('routing_number');
    was_linking.current = is_linking;
  }, [is_linking, setFocus]);
  if (is_linking) {
    return (
      <Suspense>
        <BankLinkView />
      </Suspense>
    );
  }
  const takes_links =
    hasBankLink() && (allowed_codes.length === 0 || allowed_codes.includes('web'));
  return (
    <>
      <BankFields allowed_codes={allowed_codes} />
      {takes_links && (
        <button
          type="button"
          className={`${basics.plainButton} ${styles.link}`}
          onClick={() => setValue('is_linking', true)}
        >
          <IconBuildingBank {...icon_16} />
          Link a bank account
        </button>
      )}
    </>
  );
}

/** Only the codes the processor takes, in the order above. */
function BankFields({ allowed_codes }: { allowed_codes: readonly string[] }) {
  const { control, setValue } = useFormContext<TerminalForm>();
  const sec_code = useWatch({ control, name: 'sec_code' });
  const codes = sec_codes.filter(
    ({ value }) => allowed_codes.length === 0 || allowed_codes.includes(value),
  );
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
        arrange={lowercased}
      />
      <Field
        name="drivers_license_state"
        label="License state"
        span={3}
        half
        input={{ maxLength: 2, autoCapitalize: 'characters' }}
        arrange={uppercased}
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
