// The screens of one processor: a new one, one to change, and one to look at.

import { useNavigate, useParams } from 'react-router';
import {
  type ProcessorRecord,
  type ProcessorTypeRecord,
  processors,
} from '../../../contract/payments/processors.ts';
import { useRecord } from '../../hooks.ts';
import { SelectField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import { type Form, useForm, useValues } from '../../kit/form/use-form.ts';
import kit from '../../kit/kit.module.css';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { toast } from '../../notices.ts';
import { changeOf, draftOf, inputOf, type ProcessorDraft, processorRules } from './draft.ts';
import { type Place, processorPath } from './paths.ts';
import { ProcessorForm } from './processor-form.tsx';
import { ProcessorStatusPart } from './processor-status-part.tsx';
import styles from './processors.module.css';
import { processor_stales } from './status-dialog.tsx';

const minute_ms = 60_000;

interface TypeChoiceProps {
  types: readonly ProcessorTypeRecord[];
  form: Form<ProcessorDraft>;
}

/** Another type has other settings: only what it is called stays. */
function TypeChoice({ types, form }: TypeChoiceProps) {
  const { type } = useValues(form);
  const chosen = types.find(({ key }) => key === type);
  const choices = types.map(({ key, label, takes_payments }) => ({
    value: key,
    label: takes_payments ? label : `${label}, settings only`,
  }));
  const choose = (key: string) => {
    const { name, description } = form.values();
    form.replace({ ...draftOf(key, null), name, description });
  };
  return (
    <FormPart title="Type">
      <SelectField name="type" label="Type" choices={choices} none="Select a type" onPut={choose} />
      {chosen?.takes_payments && (
        <p className={`${kit.hint} ${styles.note}`} data-part="hint">
          {chosen.description}
        </p>
      )}
      {chosen && !chosen.takes_payments && (
        <div className={styles.note}>
          <Banner tone="warn">{chosen.description}</Banner>
        </div>
      )}
    </FormPart>
  );
}

export function NewProcessor(place: Place) {
  const navigate = useNavigate();
  const { data, error, refetch } = useRecord(processors.types, {}, { stale_ms: minute_ms });
  const form = useForm(processors.create, {
    initial: draftOf('', null),
    input: (draft) => ({ type: draft.type, ...inputOf(draft, []) }) as never,
    required: ['type', 'name'],
    rules: (draft) => processorRules(draft, []),
    params: { mid: place.merchant_id },
    stales: processor_stales,
    creates_in: { list: processors.search, params: { mid: place.merchant_id } },
    tell: () => toast('Processor created'),
    onSaved: ({ id }) => void navigate(processorPath(place, id)),
  });
  if (!data) return <RecordMissing noun="New processor" of={{ error, refetch }} />;
  const types = [...data.rows].sort((a, b) => Number(b.takes_payments) - Number(a.takes_payments));
  return (
    <ProcessorForm
      form={form}
      title="New processor"
      action="Create processor"
      set={[]}
      merchant_id={place.merchant_id}
      head={<TypeChoice types={types} form={form} />}
    />
  );
}

function Edit({ place, processor }: { place: Place; processor: ProcessorRecord }) {
  const set = Object.entries(processor.secrets).flatMap(([name, one]) => (one.set ? [name] : []));
  const form = useForm(processors.update, {
    initial: draftOf(processor.type, processor),
    of: processor,
    input: (draft, stored) => changeOf(stored, draft, set) as never,
    required: ['name'],
    rules: (draft) => processorRules(draft, set),
    params: { mid: place.merchant_id, id: processor.id },
    stales: processor_stales,
    tell: () => toast('Processor saved'),
  });
  return (
    <ProcessorForm
      form={form}
      title={processor.name}
      action="Save processor"
      set={set}
      merchant_id={place.merchant_id}
      head={<ProcessorStatusPart place={place} processor={processor} />}
    />
  );
}

/** One processor: a form for whoever sets it up, its facts for the merchant it belongs to. */
export function OneProcessor(place: Place) {
  const { processorID: id = '' } = useParams();
  const params = { mid: place.merchant_id, id };
  const { data, error, refetch } = useRecord(processors.get, { params });
  if (!data) return <RecordMissing noun="Processor" of={{ error, refetch }} />;
  if (place.may_manage && data.status !== 'released') {
    return <Edit key={data.id} place={place} processor={data} />;
  }
  return (
    <Page>
      <PageTitle title={data.name} />
      <div className={kit.section} data-part="section">
        <ProcessorStatusPart place={place} processor={data} />
      </div>
    </Page>
  );
}
