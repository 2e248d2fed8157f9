// The fields of a terminal: what it is, how it takes payments, when it settles.
import { SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import { halfHoursWith } from '../half-hours.ts';
import { PayerFeePart } from '../payer-fee/payer-fee-part.tsx';
import { fee_currency } from './draft.ts';
import { ebt_choices, print_choices } from './labels.ts';
import styles from './terminals.module.css';

interface PartProps {
  /** Partners and administrators change everything, a merchant's users a part. */
  sets_up: boolean;
}

export function DevicePart({ set }: { set: readonly string[] }) {
  const shown = (name: string) => (set.includes(name) ? { placeholder: '••••••••' } : {});
  return (
    <FormPart title="Terminal" note="Keys are not shown again after you save.">
      <FormGrid>
        <TextField name="description" span={6} hint="name shown to clerks" />
        <TextField name="tpn" label="TPN" span={6} />
        <TextField name="model" span={4} />
        <TextField name="serial_number" label="Serial number" span={4} />
        <TextField name="register_id" label="Register ID" span={4} />
        <TextField name="auth_key" label="Auth key" span={6} {...shown('auth_key')} />
        <TextField name="auth_data" label="Auth data" span={6} {...shown('auth_data')} />
      </FormGrid>
    </FormPart>
  );
}

export function NamePart() {
  return (
    <FormPart title="Terminal">
      <FormGrid>
        <TextField name="description" span={6} hint="name shown to clerks" />
      </FormGrid>
    </FormPart>
  );
}

/** How the payer pays, and what is printed. */
export function PayingPart({ sets_up }: PartProps) {
  const takes_ebt = useValue<boolean>('flags.ebt_support');
  return (
    <FormPart title="Payments" note="Clerks can change this for each payment.">
      <div className={styles.switches}>
        <FormGrid>
          <SelectField
            name="print_receipt"
            label="Receipt on the terminal"
            span={6}
            choices={print_choices}
          />
          {takes_ebt && <SelectField name="ebt" label="EBT" span={6} choices={ebt_choices} />}
        </FormGrid>
        <SwitchField name="signature_required" label="Signature required" />
        <SwitchField
          name="debit"
          label="PIN debit"
          note="requires the merchant’s PIN debit permission"
        />
        {sets_up && (
          <>
            <SwitchField
              name="flags.allow_add_tip_to_transaction"
              label="Tip adjustment"
              note="a tip can be changed until the payment settles"
            />
            <SwitchField name="flags.ebt_support" label="EBT cards" />
          </>
        )}
      </div>
    </FormPart>
  );
}

export function SettlementPart({ sets_up }: PartProps) {
  const by_host = useValue<boolean>('flags.host_capture');
  return (
    <FormPart title="Settlement">
      <div className={styles.switches}>
        {sets_up && (
          <SwitchField
            name="flags.host_capture"
            label="Processor closes the batch"
            note="every day, at the processor’s own time"
          />
        )}
        {!by_host && (
          <SwitchField
            name="auto_settle"
            label="Settle automatically"
            note="if off, settle it manually each day"
          />
        )}
        <FormGrid>
          <SelectField
            name="settle_at"
            label="Settles at"
            hint="local time of the merchant"
            span={6}
            choices={halfHoursWith(useValue('settle_at'))}
          />
        </FormGrid>
      </div>
    </FormPart>
  );
}

/** What payers pay on top at this terminal (Q11). */
export function FeePart() {
  return (
    <PayerFeePart
      kind="payment_adjustment_type"
      value="payment_adjustment_value"
      currency={fee_currency}
    />
  );
}
