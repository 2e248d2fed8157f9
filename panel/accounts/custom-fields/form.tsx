// The form of a custom field, with the field itself as payers' forms would ask it (spec 1 §2, §3).
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  custom_field_types,
  isChosen,
  startingValues,
  validation_types,
  valueFaults,
} from '../../../contract/accounts/custom-field-rules.ts';
import {
  type CustomFieldRecord,
  custom_fields,
  name_length,
} from '../../../contract/accounts/custom-fields.ts';
import { group_name_length, groups } from '../../../contract/accounts/groups.ts';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { CheckField, SelectField, TextField } from '../../kit/fields.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { useTouched } from '../../kit/use-touched.ts';
import { toast } from '../../notices.ts';
import { CustomFieldForm as Asked } from '../custom-field-form/custom-field-form.tsx';
import { ChoicesField } from './choices-field.tsx';
import { bodyOf, type Draft, draftOf, type Problems, problemsOf, ruleOf } from './draft.ts';
import { custom_fields_path } from './paths.ts';
import { RemoveCustomField } from './remove.tsx';
import { type_words, validation_words } from './words.ts';
import './custom-fields.css';

/** The form of a new field, or of the one the address names. */
export function CustomFieldForm() {
  const { customFieldID: id = '' } = useParams();
  const { data } = useRecord(custom_fields.get, { params: { id } }, { enabled: id !== '' });
  return id === '' || data ? <Form key={data?.updated_at} one={data} /> : null;
}

function useSaving(one: CustomFieldRecord | undefined) {
  const navigate = useNavigate();
  const leave = () => void navigate(custom_fields_path);
  const options = {
    stales: [custom_fields.search, custom_fields.get, groups.search],
    onSaved: () => {
      toast(one ? 'Custom field saved!' : 'Custom field created!');
      leave();
    },
  };
  const create = useSave(custom_fields.create, options);
  const update = useSave(custom_fields.update, options);
  const save = (draft: Draft) => {
    const input = bodyOf(draft);
    if (one) update.mutate({ params: { id: one.id }, input });
    else create.mutate({ input });
  };
  return { save, leave, busy: create.isPending || update.isPending };
}

function Form({ one }: { one: CustomFieldRecord | undefined }) {
  const { save, leave, busy } = useSaving(one);
  const [draft, setDraft] = useState(() => draftOf(one));
  const [leaving, setLeaving] = useState(false);
  const touched = useTouched();
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(one));
  const faults = problemsOf(draft);
  const problems = touched.of(faults);
  const change = (part: Partial<Draft>) => {
    touched.touch(Object.keys(part));
    setDraft({ ...draft, ...part });
  };
  const submit = () => {
    const wrong = Object.keys(faults);
    if (wrong.length > 0) touched.touch(wrong);
    else save(draft);
  };
  return (
    <>
      <FormScreen
        title={one?.name ?? 'New custom field'}
        action={one ? 'Save custom field' : 'Create custom field'}
        errors={problems}
        changed={(changed || !one) && 'Forms and the API ask it so from the next payment on.'}
        busy={busy}
        onSubmit={submit}
        onDiscard={one ? () => setDraft(draftOf(one)) : leave}
      >
        <div className="section-body field-columns">
          <div className="form-stack">
            <Settings draft={draft} problems={problems} onChange={change} />
            {one && (
              <div>
                <button type="button" className="plain-button" onClick={() => setLeaving(true)}>
                  <IconTrash {...icon_16} />
                  Delete custom field
                </button>
              </div>
            )}
          </div>
          <Preview key={JSON.stringify(ruleOf(draft))} draft={draft} />
        </div>
      </FormScreen>
      {one && leaving && (
        <RemoveCustomField field={one} onClose={() => setLeaving(false)} onRemoved={leave} />
      )}
    </>
  );
}

interface SettingsProps {
  draft: Draft;
  problems: Problems;
  onChange: (part: Partial<Draft>) => void;
}

const words = <T extends string>(values: readonly T[], by: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: by[value] }));

function Settings({ draft, problems, onChange: put }: SettingsProps): ReactNode {
  const { data } = useRecord(groups.search, { input: { limit: 100 } });
  return (
    <>
      <TextField
        name="name"
        label="Name"
        value={draft.name}
        onChange={(name) => put({ name })}
        error={problems.name}
        extra={{ input: { maxLength: name_length } }}
      />
      <TextField
        name="group_name"
        label="Group"
        hint="asked together"
        value={draft.group_name}
        onChange={(group_name) => put({ group_name })}
        error={problems.group_name}
        extra={{ input: { maxLength: group_name_length, list: 'group-names' } }}
      />
      <datalist id="group-names">
        {data?.rows.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <SelectField
        name="type"
        label="Type"
        value={draft.type}
        onChange={(type) => put({ type: type as Draft['type'] })}
        choices={words(custom_field_types, type_words)}
      />
      <CheckField
        name="required"
        label="Required"
        checked={draft.required}
        onChange={(required) => put({ required })}
        note="A payment of its group without it is refused."
      />
      <Values draft={draft} problems={problems} onChange={put} />
      <TextField
        name="position"
        label="Order"
        hint="lower ones first"
        value={draft.position}
        onChange={(position) => put({ position })}
        error={problems.position}
        extra={{ input: { inputMode: 'numeric', maxLength: 4 } }}
      />
    </>
  );
}

/** What it takes, and what it starts from: chosen from a list, or typed. */
function Values({ draft, problems, onChange: put }: SettingsProps) {
  const initial = {
    name: 'default',
    label: 'Default',
    hint: 'filled in at first',
    onChange: (text: string) => put({ default: text }),
    error: problems.default,
  };
  if (!isChosen(draft.type)) {
    return (
      <>
        <SelectField
          name="validation_type"
          label="Takes"
          value={draft.validation_type}
          onChange={(type) => put({ validation_type: type as Draft['validation_type'] })}
          choices={words(validation_types, validation_words)}
        />
        <TextField {...initial} value={draft.default} />
      </>
    );
  }
  const rule = ruleOf(draft);
  const choices = rule.values?.map(({ name, value }) => ({ value, label: name })) ?? [];
  return (
    <>
      <ChoicesField
        values={draft.values}
        onChange={(values) => put({ values })}
        error={problems.values}
      />
      <SelectField {...initial} value={rule.default} choices={choices} none="None" />
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
    <section className="field-preview" aria-label="Preview">
      <h2>Preview</h2>
      <Asked
        fields={[rule]}
        values={now}
        problems={fault ? { [rule.id]: problem ?? formatMessage(rule.name) } : {}}
        onChange={(id, next) => setValues({ [id]: next })}
      />
      {rule.type === 'hidden' && <p className="hint">Nobody sees it; its default is sent.</p>}
    </section>
  );
}
