// The screens of one processor: a new one, one to change, and one to look at.
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  type ProcessorRecord,
  type ProcessorTypeRecord,
  processors,
} from '../../../contract/payments/processors.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { SelectField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { changeOf, draftOf, inputOf, type ProcessorDraft } from './draft.ts';
import { type Place, processorPath } from './paths.ts';
import { emptyDraft, ProcessorForm, Refusal } from './processor-form.tsx';
import { ProcessorStanding } from './processor-standing.tsx';
import { processor_stales } from './status-dialog.tsx';

const minute_ms = 60_000;

function Waiting({ title, failed }: { title: string; failed: boolean }) {
  // The dialog has said why it cannot be shown; the page is still a page.
  return <div className="page">{failed && <PageTitle title={title} />}</div>;
}

function TypeChoice(props: {
  types: readonly ProcessorTypeRecord[];
  type: string;
  onType: (key: string) => void;
}) {
  const { types, type, onType } = props;
  const chosen = types.find(({ key }) => key === type);
  const choices = types.map(({ key, label, takes_payments }) => ({
    value: key,
    label: takes_payments ? label : `${label}, settings only`,
  }));
  return (
    <FormPart title="Type">
      <SelectField
        name="type"
        label="Type"
        value={type}
        choices={choices}
        none="Select a type"
        onChange={onType}
      />
      {chosen?.takes_payments && <p className="hint processor-note">{chosen.description}</p>}
      {chosen && !chosen.takes_payments && (
        <div className="processor-note">
          <Refusal text={chosen.description} />
        </div>
      )}
    </FormPart>
  );
}

export function NewProcessor(place: Place) {
  const navigate = useNavigate();
  const [type, setType] = useState('');
  const { data, isError } = useRecord(processors.types, {}, { stale_ms: minute_ms });
  const { isPending, mutate } = useSave(processors.create, {
    stales: processor_stales,
    creates_in: { list: processors.search, params: { mid: place.merchant_id } },
    onSaved: ({ id }) => {
      toast('Processor created');
      void navigate(processorPath(place, id));
    },
  });
  if (!data) return <Waiting title="New processor" failed={isError} />;
  const types = [...data.rows].sort((a, b) => Number(b.takes_payments) - Number(a.takes_payments));
  const submit = (draft: ProcessorDraft) => {
    const input = { type: draft.type, ...inputOf(draft, []) };
    mutate({ params: { mid: place.merchant_id }, input: input as never });
  };
  return (
    <ProcessorForm
      title="New processor"
      action="Create processor"
      start={emptyDraft()}
      set={[]}
      busy={isPending}
      head={(change) => (
        <TypeChoice
          types={types}
          type={type}
          onType={(key) => {
            setType(key);
            change(draftOf(key, null));
          }}
        />
      )}
      onSubmit={submit}
    />
  );
}

function Edit({ place, processor }: { place: Place; processor: ProcessorRecord }) {
  const { isPending, mutate } = useSave(processors.update, {
    stales: processor_stales,
    onSaved: () => toast('Processor saved'),
  });
  const start = draftOf(processor.type, processor);
  const set = Object.entries(processor.secrets).flatMap(([name, one]) => (one.set ? [name] : []));
  const submit = (draft: ProcessorDraft) => {
    const input = changeOf(start, draft, set) as never;
    mutate({ params: { mid: place.merchant_id, id: processor.id }, input });
  };
  return (
    <ProcessorForm
      title={processor.name}
      action="Save processor"
      start={start}
      set={set}
      busy={isPending}
      head={() => <ProcessorStanding place={place} processor={processor} />}
      onSubmit={submit}
    />
  );
}

/** One processor: a form for whoever sets it up, its facts for the merchant it belongs to. */
export function OneProcessor(place: Place) {
  const { processorID: id = '' } = useParams();
  const params = { mid: place.merchant_id, id };
  const { data, isError } = useRecord(processors.get, { params });
  if (!data) return <Waiting title="Processor" failed={isError} />;
  if (place.may_manage && data.status !== 'released') {
    return <Edit key={`${data.id}-${data.updated_at}`} place={place} processor={data} />;
  }
  return (
    <div className="page">
      <PageTitle title={data.name} />
      <div className="section">
        <ProcessorStanding place={place} processor={data} />
      </div>
    </div>
  );
}
