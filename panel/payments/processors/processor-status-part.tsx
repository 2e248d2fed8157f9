// What is known of a processor at a glance, and what may be done with it besides changing it.
import { useState } from 'react';
import { type ProcessorRecord, processors } from '../../../contract/payments/processors.ts';
import { useSave } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { RecordId } from '../../kit/format/record-id.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import actionStyles from '../status-actions.module.css';
import { StatusActions } from '../status-actions.tsx';
import { defaultsOf, railText, rateText, status_badges } from './labels.ts';
import type { Place } from './paths.ts';
import styles from './processors.module.css';
import { type StatusChange, StatusDialog } from './status-dialog.tsx';

interface StandingProps {
  place: Place;
  processor: ProcessorRecord;
}

function TestCredentials({ place, processor }: StandingProps) {
  const { isPending, data, mutate } = useSave(processors.test, { stales: [] });
  return (
    <>
      <PlainButton
        aria-disabled={isPending || undefined}
        onClick={() =>
          !isPending && mutate({ params: { mid: place.merchant_id, id: processor.id } })
        }
      >
        {isPending ? 'Testing…' : 'Test credentials'}
      </PlainButton>
      <span role="status" className={styles.verdict} data-tone={data?.ok ? 'ok' : 'bad'}>
        {data &&
          (data.text ||
            (data.ok ? 'The credentials are valid.' : 'The credentials are not valid.'))}
      </span>
    </>
  );
}

function Actions({ place, processor }: StandingProps) {
  const [change, setChange] = useState<StatusChange | null>(null);
  return (
    <div className={actionStyles.actions}>
      <StatusActions
        status={processor.status}
        end={{ action: 'release', label: 'Release' }}
        onChoose={(action) => setChange({ processor, action })}
      />
      <TestCredentials {...{ place, processor }} />
      {change && <StatusDialog change={change} onClose={() => setChange(null)} />}
    </div>
  );
}

export function ProcessorStatusPart({ place, processor }: StandingProps) {
  const { status, settle_at, timezone } = processor;
  const changes = place.may_manage && status !== 'released';
  const settles = settle_at && `${settle_at.slice(0, 5)} ${timezone.replaceAll('_', ' ')}`;
  return (
    <FormPart title="Status">
      <Facts
        facts={[
          { label: 'Status', value: <StatusBadge badge={status_badges[status]} /> },
          { label: 'Processor ID', value: <RecordId id={processor.id} label="Processor ID" /> },
          { label: 'Type', value: processor.type_label },
          { label: 'Description', value: !changes && processor.description },
          { label: 'Methods', value: railText(processor.supported_payment_methods) },
          {
            label: 'Currencies',
            value: processor.supported_currencies.map((code) => code.toUpperCase()).join(', '),
          },
          { label: 'Default for', value: defaultsOf(processor) },
          { label: 'Payer fee', value: rateText(processor) },
          { label: 'Settles at', value: settles },
          { label: 'Created', value: <Moment at={processor.created_at} /> },
        ]}
      />
      {!processor.takes_payments && (
        <div className={styles.note}>
          {processor.refusal !== '' && <Banner tone="warn">{processor.refusal}</Banner>}
        </div>
      )}
      {changes && <Actions {...{ place, processor }} />}
    </FormPart>
  );
}
