// The fields of a custom output, in the dialog of the list and in settings alike.
import { output_name_length } from '../../../contract/reports/custom-outputs.ts';
import type { OutputType } from '../../../contract/reports/output-fields.ts';
import { ColumnConfig } from '../../kit/column-config.tsx';
import { CheckField, TextField } from '../../kit/fields.tsx';
import { session } from '../../session.ts';
import { useStore } from '../../store.ts';
import type { OutputDraft } from './output-draft.ts';
import { offeredChoices } from './outputs.ts';

interface OutputFieldsProps {
  type: OutputType;
  draft: OutputDraft;
  onChange: (draft: OutputDraft) => void;
  errors: Readonly<Record<string, string | undefined>>;
  /** Its name, fields and sharing may be changed; whose default it is always may. */
  changeable: boolean;
}

const lists: Readonly<Record<OutputType, string>> = {
  transaction: 'Columns of the file',
  'transaction-table': 'Columns of the table',
  'transaction-totals': 'Totals above the table',
};

export function OutputFields(props: OutputFieldsProps) {
  const { type, draft, onChange, errors, changeable } = props;
  const admin = useStore(session)?.role === 'admin';
  const put = (change: Partial<OutputDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <TextField
        name="name"
        label="Name"
        value={draft.name}
        onChange={(name) => put({ name })}
        error={errors.name}
        extra={{
          input: { maxLength: output_name_length, autoComplete: 'off', disabled: !changeable },
        }}
      />
      <ColumnConfig
        label={lists[type]}
        offered={offeredChoices(type)}
        chosen={draft.field_list}
        onChange={(field_list) => put({ field_list })}
        error={errors.field_list}
        disabled={!changeable}
      />
      <CheckField
        name="default_for_user"
        label="My default"
        checked={draft.default_for_user}
        onChange={(default_for_user) => put({ default_for_user })}
      />
      {admin && (
        <>
          <CheckField
            name="shared"
            label="Share with everyone in the account"
            checked={draft.shared}
            onChange={(shared) => put({ shared, ...(!shared && { default_for_account: false }) })}
          />
          <CheckField
            name="default_for_account"
            label="Default of the account"
            note="For everyone who has none of their own; it is shared then."
            checked={draft.default_for_account}
            onChange={(on) => put({ default_for_account: on, ...(on && { shared: true }) })}
          />
        </>
      )}
    </>
  );
}
