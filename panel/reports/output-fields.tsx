// The fields of a custom output, in the dialog of the list and in settings alike.
import type { OutputType } from '../../contract/reports/output-fields.ts';
import { CheckField, TextField } from '../kit/form/fields.tsx';
import { useField, useFormAround } from '../kit/form/form-context.ts';
import { ColumnConfig } from '../kit/parts/column-config.tsx';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';
import { offeredChoices } from './outputs.ts';

const lists: Readonly<Record<OutputType, string>> = {
  transaction: 'Columns of the file',
  'transaction-table': 'Columns of the table',
  'transaction-totals': 'Totals above the table',
};

interface OutputFieldsProps {
  type: OutputType;
  /** Its name, fields and sharing may be changed; whose default it is always may. */
  changeable: boolean;
}

export function OutputFields({ type, changeable }: OutputFieldsProps) {
  const form = useFormAround();
  const admin = useStore(session)?.role === 'admin';
  const columns = useField<readonly string[]>('field_list', lists[type]);
  return (
    <>
      <TextField name="name" disabled={!changeable} />
      <ColumnConfig
        label={columns.label}
        offered={offeredChoices(type)}
        chosen={columns.value}
        onChange={columns.put}
        error={columns.error}
        disabled={!changeable}
      />
      <CheckField name="default_for_user" label="My default" />
      {admin && (
        <>
          <CheckField
            name="shared"
            label="Share with everyone in the account"
            onPut={(on) => !on && form.put('default_for_account', false)}
          />
          <CheckField
            name="default_for_account"
            label="Account default"
            note="Applies to all users without their own default. The format is shared."
            onPut={(on) => on && form.put('shared', true)}
          />
        </>
      )}
    </>
  );
}
