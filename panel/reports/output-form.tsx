// One custom output as a form of its own, among the settings (spec 1 §2).
import { Navigate, useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type CustomOutput, custom_outputs } from '../../contract/reports/custom-outputs.ts';
import { type OutputType, output_types } from '../../contract/reports/output-fields.ts';
import { useRecord } from '../hooks.ts';
import { SelectControl } from '../kit/form/controls.tsx';
import { differing } from '../kit/form/differing.ts';
import { editTexts, FormFields, FormScreen } from '../kit/form/form-screen.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { toast } from '../notices.ts';
import { outputPath } from '../payments/paths.ts';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';
import { mayChange, newOutput, outputDraft, outputRules, sentOf } from './output-draft.ts';
import { OutputFields } from './output-fields.tsx';
import { type_labels } from './outputs.ts';

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
  return data ? <Form key={data.id} area={area} type={data.type} of={data} /> : null;
}

interface FormProps extends Area {
  type: OutputType;
  of: CustomOutput | undefined;
}

function Form({ area, type, of }: FormProps) {
  const role = useStore(session)?.role;
  const navigate = useNavigate();
  const form = useForm(of ? custom_outputs.update : custom_outputs.create, {
    initial: outputDraft(area, type, of),
    of,
    input: (now, begun) => (of ? sentOf(differing(begun, now)) : newOutput(type, now)),
    required: ['name'],
    rules: outputRules,
    ...(of ? { params: { id: of.id } } : { creates_in: { list: custom_outputs.search } }),
    stales: [custom_outputs.search, custom_outputs.get],
    tell: () => toast(of ? 'Format saved' : 'Format created'),
    onSaved: () => void navigate(outputPath(area)),
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('format', of?.name)}
      note="Users who have it as their default see the change immediately."
    >
      <FormFields>
        {!of && (
          <SelectControl
            name="type"
            label="Type"
            value={type}
            choices={output_types.map((value) => ({ value, label: type_labels[value] }))}
            onChange={(next) => void navigate(outputPath(area, `/create/${next}`))}
          />
        )}
        <OutputFields type={type} changeable={mayChange(of, role)} />
      </FormFields>
    </FormScreen>
  );
}
