// A processor set up or changed: the parts all types share, and the settings of its own type.
import { Fragment, type ReactNode } from 'react';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import { useRecord } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { type Form, useValues } from '../../kit/form/use-form.ts';
import type { ProcessorDraft } from './draft.ts';
import {
  DefaultsPart,
  FeePart,
  LimitsPart,
  NamePart,
  SettlementPart,
} from './processor-fields.tsx';
import { SettingsFields } from './settings-fields.tsx';

interface FormProps {
  form: Form<ProcessorDraft>;
  title: string;
  action: string;
  /** Secrets that are stored. */
  set: readonly string[];
  /** Whose processor it is: its values apply where the processor has none. */
  merchant_id: string;
  /** Above the fields: the choice of the type, or what is known of the processor. */
  head: ReactNode;
}

export function ProcessorForm({ form, title, action, set, merchant_id, head }: FormProps) {
  const { data: merchant } = useRecord(merchants.get, { params: { id: merchant_id } });
  const { type } = useValues(form);
  const settings = processorType(type)?.credentials ?? [];
  return (
    <FormScreen form={form} title={title} action={action}>
      {head}
      {type !== '' && (
        <Fragment key={type}>
          <NamePart />
          {settings.length > 0 && (
            <FormPart
              title="Credentials and settings"
              note="Secrets are not shown again after you save."
            >
              <SettingsFields fields={settings} set={set} zone={merchant?.timezone ?? ''} />
            </FormPart>
          )}
          <DefaultsPart />
          <SettlementPart zone={merchant?.timezone ?? ''} />
          <FeePart />
          <LimitsPart defaults={merchant?.limits ?? null} />
        </Fragment>
      )}
    </FormScreen>
  );
}
