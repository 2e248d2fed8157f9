// The lines of a payment by hand: goods with units and taxes, which the amount may be the sum of.
import { lazy, Suspense, useContext } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { MerchantRecord } from '../../../../contract/accounts/merchants.ts';
import { Fold } from '../../../kit/parts/fold.tsx';
import fieldsStyles from '../fields/fields.module.css';
import { Option } from '../fields/option-fields.tsx';
import type { TerminalForm } from '../form.ts';
import { ModeContext } from '../use-mode.ts';
import styles from './lines.module.css';

const LineRows = lazy(async () => ({ default: (await import('./line-rows.tsx')).LineRows }));

export interface LineItemsProps {
  merchant: Pick<MerchantRecord, 'default_values'>;
  currency: string;
}

/** Folded in the advanced mode, and in the simple one wherever there are lines. */
export function LineItems({ merchant, currency }: LineItemsProps) {
  const { control } = useFormContext<TerminalForm>();
  const { errors } = useFormState({ control });
  const { length } = useWatch({ control, name: 'line_items' });
  const advanced = useContext(ModeContext) === 'advanced';
  if (!advanced && length === 0) return null;
  const count = length === 1 ? '1 line' : `${length} lines`;
  return (
    <Fold
      title="Line items"
      peek={length === 0 ? 'none' : count}
      forced={errors.line_items !== undefined}
      open_at_start={length > 0}
    >
      <div className={`${fieldsStyles.options} ${styles.lineSwitch}`}>
        <Option
          name="calculate_total_from_line_items"
          label="Amount from line items"
          note="the amount is the total of the lines"
        />
      </div>
      <Suspense>
        <LineRows merchant={merchant} currency={currency} />
      </Suspense>
    </Fold>
  );
}
