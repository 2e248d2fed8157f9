// The Terminal tab: at which terminal the payer presents the card, and how; then the wait for it.
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormGrid, Hint } from '../../../kit/page/page-parts.tsx';
import { ebt_choices, print_choices } from '../../terminals/labels.ts';
import { SelectField } from '../fields/field.tsx';
import fieldStyles from '../fields/fields.module.css';
import { Option } from '../fields/option-fields.tsx';
import type { TerminalForm } from '../form.ts';
import type { TerminalProcessor } from '../methods.ts';
import type { TerminalState } from '../use-terminal.ts';
import styles from './counter.module.css';
import { MachineSelect } from './machine-select.tsx';

/** Another terminal has other settings: they are what the clerk begins with. */
function useTerminalDefaults(chosen: TerminalProcessor | undefined) {
  const { setValue } = useFormContext<TerminalForm>();
  const record = chosen?.terminal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another terminal changes them
  useEffect(() => {
    if (!record) return;
    setValue('print_receipt', record.print_receipt);
    setValue('signature_required', record.signature_required);
    setValue('debit', record.debit);
    setValue('ebt', record.flags.ebt_support ? record.ebt : 'none');
  }, [record?.id]);
}

export function TerminalTab({ terminal }: { terminal: TerminalState }) {
  const { usable, processor, merchant } = terminal;
  useTerminalDefaults(processor);
  const record = processor?.terminal;
  if (!processor || !record) return null;
  return (
    <div className={styles.tab}>
      <FormGrid>
        <MachineSelect name="processor_id" label="Terminal" all={usable} />
        <SelectField
          name="print_receipt"
          label="Receipt on the terminal"
          span={6}
          options={print_choices}
        />
        {record.flags.ebt_support && (
          <SelectField name="ebt" label="EBT" span={6} options={ebt_choices} />
        )}
      </FormGrid>
      <div className={fieldStyles.options}>
        <Option
          name="signature_required"
          label="Signature required"
          note="the payer signs on the terminal"
        />
        {merchant.permissions.enable_terminal_debit_transactions && (
          <Option name="debit" label="Debit" note="the payer enters the PIN on the terminal" />
        )}
      </div>
      <Hint>The payer inserts, taps or swipes the card after you select Charge.</Hint>
    </div>
  );
}
