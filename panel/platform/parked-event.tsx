// One parked event: what it is, why its consumer could not take it, and what waits behind it.
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  type ParkedEvent,
  parked_events,
  whyNotDiscarded,
} from '../../contract/platform/parked-events.ts';
import { useRecord } from '../hooks.ts';
import { Moment } from '../kit/format/moment.tsx';
import { RecordId } from '../kit/format/record-id.tsx';
import { icon_16 } from '../kit/icon.ts';
import { NotShown } from '../kit/page/not-shown.tsx';
import { Hint, Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { RecordCrumbs } from '../kit/page/record-page.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { consumerText, sentenceCase } from './labels.ts';
import { ParkedDialog, type ParkedStep } from './parked-dialogs.tsx';
import { parked_events_path } from './paths.ts';

const list = { to: parked_events_path, label: 'Failed events' };

export function ParkedEventScreen() {
  const { merchantID = '', eventID = '' } = useParams();
  const params = { merchantId: merchantID, id: eventID };
  const { data, error, refetch } = useRecord(parked_events.get, { params });
  return (
    <Page aria-busy={data === undefined && error === null}>
      <RecordCrumbs list={list} id={eventID} id_label="Event ID" />
      {data && <Loaded one={data} />}
      {error && <NotShown noun="Failed event" of={{ error, refetch }} list={list} />}
    </Page>
  );
}

function Loaded({ one }: { one: ParkedEvent }) {
  const navigate = useNavigate();
  const [step, choose] = useState<ParkedStep | null>(null);
  const against = whyNotDiscarded(one.consumer);
  const actions = (
    <>
      <PlainButton
        data-tone="bad"
        aria-disabled={against !== null}
        title={against ?? undefined}
        onClick={() => against === null && choose('discard')}
      >
        <IconTrash {...icon_16} />
        Discard
      </PlainButton>
      <PlainButton primary onClick={() => choose('retry')}>
        <IconRefresh {...icon_16} />
        Retry
      </PlainButton>
      {against && <Hint>{against}</Hint>}
    </>
  );
  const back = () => void navigate(parked_events_path);
  return (
    <>
      <PageTitle
        no_crumbs
        title={`${consumerText(one.consumer)} of ${one.merchant_name}`}
        actions={actions}
      />
      <Section title="Event">
        <Facts
          facts={[
            { label: 'Error', value: one.error },
            { label: 'Error ID', value: <RecordId id={one.error_id} label="Error ID" /> },
            { label: 'Attempts', value: one.attempt_count },
            { label: 'Failed', value: <Moment at={one.parked_at} /> },
            { label: 'Event', value: `${sentenceCase(one.kind)}, number ${one.sequence}` },
            { label: 'Resource ID', value: <RecordId id={one.resource_id} label="Resource ID" /> },
            { label: 'Created', value: <Moment at={one.created_at} /> },
            { label: 'Events waiting behind it', value: one.held_count },
          ]}
        />
      </Section>
      {step && <ParkedDialog step={step} one={one} onClose={() => choose(null)} onDone={back} />}
    </>
  );
}
