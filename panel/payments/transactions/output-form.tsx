// One custom output as a form of its own, among the settings (spec 1 §2).
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { type CustomOutput, custom_outputs } from '../../../contract/reports/custom-outputs.ts';
import { type OutputType, output_types } from '../../../contract/reports/output-fields.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { SelectField } from '../../kit/fields.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { toast } from '../../notices.ts';
import { session } from '../../session.ts';
import { useStore } from '../../store.ts';
import { outputPath } from '../paths.ts';
import {
  mayChange,
  newOutput,
  outputChange,
  outputDraft,
  outputErrors,
  sentOf,
} from './output-draft.ts';
import { OutputFields } from './output-fields.tsx';
import { type_words } from './outputs.ts';

interface Area {
  area: AccountType;
}

export function NewOutput({ area }: Area) {
  const { outputType = '' } = useParams();
  const type = output_types.find((one) => one === outputType);
  if (type === undefined) return <Navigate to={outputPath(area)} replace />;
  return <Form key={type} area={area} type={type} of={undefined} />;
}

export function EditOutput({ area }: Area) {
  const { outputID: id = '' } = useParams();
  const { data } = useRecord(custom_outputs.get, { params: { id } });
  return data ? <Form key={data.updated_at} area={area} type={data.type} of={data} /> : null;
}

interface FormProps extends Area {
  type: OutputType;
  of: CustomOutput | undefined;
}

function useOutputForm({ area, type, of }: FormProps) {
  const navigate = useNavigate();
  const begun = outputDraft(area, type, of);
  const [draft, edit] = useState(begun);
  const done = {
    stales: [custom_outputs.search, custom_outputs.get],
    onSaved: () => {
      toast(of ? 'Format saved' : 'Format created');
      void navigate(outputPath(area));
    },
  };
  const create = useSave(custom_outputs.create, {
    ...done,
    creates_in: { list: custom_outputs.search },
  });
  const update = useSave(custom_outputs.update, done);
  const change = outputChange(begun, draft);
  const submit = () => {
    if (of) update.mutate({ params: of, input: sentOf(change) });
    else create.mutate({ input: newOutput(type, draft) });
  };
  const changed = Object.keys(change).length > 0;
  const busy = create.isPending || update.isPending;
  return { draft, edit, changed, busy, submit, discard: () => edit(begun) };
}

function Form(props: FormProps) {
  const { area, type, of } = props;
  const role = useStore(session)?.role;
  const navigate = useNavigate();
  const { draft, edit, changed, busy, submit, discard } = useOutputForm(props);
  const errors = changed ? outputErrors(draft) : {};
  return (
    <FormScreen
      title={of?.name ?? 'New format'}
      action={of ? 'Save format' : 'Create format'}
      errors={errors}
      changed={changed && 'Whoever has it as default sees it at once.'}
      busy={busy}
      onSubmit={submit}
      onDiscard={discard}
    >
      <div className="section-body narrow-form">
        {!of && (
          <SelectField
            name="type"
            label="Type"
            value={type}
            choices={output_types.map((value) => ({ value, label: type_words[value] }))}
            onChange={(next) => void navigate(outputPath(area, `/create/${next}`))}
          />
        )}
        <OutputFields
          type={type}
          draft={draft}
          onChange={edit}
          errors={errors}
          changeable={mayChange(of, role)}
        />
      </div>
    </FormScreen>
  );
}
