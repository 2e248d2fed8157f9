// The form of a custom field, with the field itself as payers' forms would ask it (spec 1 §2, §3).

import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  custom_field_types,
  isChosen,
  startingValues,
  validation_types,
  valueFaults,
} from '../../../contract/accounts/custom-field-rules.ts';
import { type CustomFieldRecord, custom_fields } from '../../../contract/accounts/custom-fields.ts';
import { groups } from '../../../contract/accounts/groups.ts';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { useRecord } from '../../hooks.ts';
import { CheckField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useFormAround } from '../../kit/form/form-context.ts';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { type Form as FormOf, useForm, useValues } from '../../kit/form/use-form.ts';
import { icon_16 } from '../../kit/icon.ts';
import kit from '../../kit/kit.module.css';
import { Hint } from '../../kit/page/page-parts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { PlainForm } from '../../plain-form.tsx';
import { CustomFieldInputs } from '../custom-field-values/custom-field-inputs.tsx';
import { ChoicesField } from './choices-field.tsx';
import styles from './custom-fields.module.css';
import { bodyOf, type Draft, draftOf, fieldRules, ruleOf } from './draft.ts';
import { type_labels, validation_labels } from './labels.ts';
import { custom_fields_path } from './paths.ts';
import { useFieldRemoval } from './use-field-removal.ts';

/** The form of a new field, or of the one the address names. */
export function CustomFieldForm() {
  const form = (one?: CustomFieldRecord) => <Form one={one} />;
  const of = { get: custom_fields.get, parameter: 'customFieldID' };
  return <PlainForm noun="Custom field" {...of} form={form} />;
}

function Form({ one }: { one: CustomFieldRecord | undefined }) {
  const navigate = useNavigate();
  const leave = () => void navigate(custom_fields_path);
  const removal = useFieldRemoval(leave);
  const form = useForm(one ? custom_fields.update : custom_fields.create, {
    initial: draftOf(one),
    of: one,
    input: bodyOf,
    required: ['name', 'group_name'],
    rules: fieldRules,
    ...(one && { params: { id: one.id } }),
    stales: [custom_fields.search, custom_fields.get, groups.search],
    tell: () => toast(one ? 'Custom field saved!' : 'Custom field created!'),
    onSaved: leave,
  });
  const draft = useValues(form);
  return (
    <>
      <FormScreen
        form={form}
        {...editTexts('custom field', one?.name)}
        note="Changes apply to forms and the API from the next payment."
        {...(!one && { onLeave: leave })}
      >
        <div className={`${kit.sectionBody} ${styles.fieldColumns}`}>
          <div className={kit.formStack}>
            <Settings />
            {one && (
              <div>
                <PlainButton onClick={() => removal.ask(one)}>
                  <IconTrash {...icon_16} />
                  Delete custom field
                </PlainButton>
              </div>
            )}
          </div>
          <Preview key={JSON.stringify(ruleOf(draft))} draft={draft} />
        </div>
      </FormScreen>
      {removal.dialog}
    </>
  );
}

const words = <T extends string>(values: readonly T[], by: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: by[value] }));

function Settings() {
  const { data } = useRecord(groups.search, { input: { limit: 100 } });
  return (
    <>
      <TextField name="name" />
      <TextField name="group_name" list="group-names" />
      <datalist id="group-names">
        {data?.rows.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <SelectField name="type" choices={words(custom_field_types, type_labels)} />
      <CheckField
        name="required"
        note="Payments that use this group are refused without this field."
      />
      <Values />
      <TextField name="position" />
    </>
  );
}

/** What it takes, and what it starts from: chosen from a list, or typed. */
function Values() {
  const draft = useValues(useFormAround() as FormOf<Draft>);
  if (!isChosen(draft.type)) {
    return (
      <>
        <SelectField name="validation_type" choices={words(validation_types, validation_labels)} />
        <TextField name="default" />
      </>
    );
  }
  const choices = ruleOf(draft).values?.map(({ name, value }) => ({ value, label: name })) ?? [];
  return (
    <>
      <ChoicesField />
      <SelectField name="default" hint="prefilled in forms" choices={choices} none="None" />
    </>
  );
}

/** The field itself, to try. */
function Preview({ draft }: { draft: Draft }) {
  const rule = ruleOf(draft);
  const [values, setValues] = useState<Record<string, string[]> | null>(null);
  const now = values ?? startingValues([rule]);
  const [fault] = values === null ? [] : valueFaults([rule], now);
  const problem = fault?.kind === 'required' ? requiredMessage(rule.name) : undefined;
  return (
    <section className={styles.fieldPreview} aria-label="Preview">
      <h2>Preview</h2>
      <CustomFieldInputs
        fields={[rule]}
        values={now}
        problems={fault ? { [rule.id]: problem ?? formatMessage(rule.name) } : {}}
        onChange={(id, next) => setValues({ [id]: next })}
      />
      {rule.type === 'hidden' && <Hint>The field is hidden; its default is sent.</Hint>}
    </section>
  );
}
