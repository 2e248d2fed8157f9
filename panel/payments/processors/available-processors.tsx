// Which processor types a partner offers its merchants (spec 1 §2, §7).
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type AvailableRecord, processors } from '../../../contract/payments/processors.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { Banner } from '../../kit/banner.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { shownFor } from '../../session.ts';
import { railWords } from './looks.ts';
import './processors.css';

const title = 'Available processors';

function Types(props: {
  rows: readonly AvailableRecord[];
  chosen: readonly string[];
  onTurn: (key: string, on: boolean) => void;
}) {
  return (
    <div className="processor-types">
      {props.rows.map(({ key, label, rails, takes_payments }) => (
        <Checkbox
          key={key}
          name={key}
          label={label}
          description={`${railWords(rails)}${takes_payments ? '' : ', settings only'}`}
          checked={props.chosen.includes(key)}
          onChange={(event) => props.onTurn(key, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

function Loaded({ rows }: { rows: readonly AvailableRecord[] }) {
  const stored = rows.filter(({ available }) => available).map(({ key }) => key);
  const [chosen, setChosen] = useState<readonly string[]>(stored);
  const { isPending, mutate } = useSave(processors.chooseAvailable, {
    stales: [processors.available, processors.types],
    onSaved: () => toast('Available processors saved'),
  });
  const turn = (key: string, on: boolean) =>
    setChosen(
      rows.map((row) => row.key).filter((one) => (one === key ? on : chosen.includes(one))),
    );
  const may_choose = shownFor()?.role === 'admin';
  const changed = stored.join() !== chosen.join();
  return (
    <FormScreen
      title={title}
      action="Save choice"
      errors={{}}
      changed={may_choose && changed && 'New processors can be set up of the chosen types alone.'}
      busy={isPending}
      onSubmit={() => mutate({ input: { processors: [...chosen] } })}
      onDiscard={() => setChosen(stored)}
    >
      {!may_choose && (
        <div className="section-body">
          <Banner tone="info">Only users with the admin role choose what is offered.</Banner>
        </div>
      )}
      <FormPart
        title={`${chosen.length} of ${rows.length} offered`}
        note="Processors that are set up already keep working."
        wide
      >
        <fieldset className="processor-plain" disabled={!may_choose}>
          <Types {...{ rows, chosen }} onTurn={turn} />
        </fieldset>
      </FormPart>
    </FormScreen>
  );
}

export function AvailableProcessors() {
  const { data, isError } = useRecord(processors.available);
  if (!data) return <div className="page">{isError && <PageTitle title={title} />}</div>;
  const state = data.rows.map(({ available }) => Number(available)).join('');
  return <Loaded key={state} rows={data.rows} />;
}
