// Dialogs of parked events: retry one, retry all of a consumer, discard one.
import { useState } from 'react';
import { maxLengthMessage, requiredMessage } from '../../contract/field-messages.ts';
import {
  most_retried,
  type OutboxConsumerName,
  outbox_consumers,
  type ParkedEvent,
  parked_events,
} from '../../contract/platform/parked-events.ts';
import { useSave } from '../hooks.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { LongTextField, SelectField } from '../kit/fields.tsx';
import { toast } from '../notices.ts';
import { consumerWords } from './words.ts';

export type ParkedStep = 'retry' | 'discard';

const longest_reason = 500;

function problemOf(reason: string): string {
  if (reason.trim() === '') return requiredMessage('Reason');
  return reason.trim().length > longest_reason ? maxLengthMessage('Reason', longest_reason) : '';
}

interface ParkedDialogProps {
  step: ParkedStep;
  one: ParkedEvent;
  onClose: () => void;
  /** After success: the screen of the event has nothing left to show. */
  onDone?: () => void;
}

export function ParkedDialog({ step, one, onClose, onDone }: ParkedDialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const done = (said: string) => ({
    quiet: true,
    stales: [parked_events.search],
    onSaved: () => {
      toast(said);
      onClose();
      onDone?.();
    },
  });
  const retry = useSave(parked_events.retry, done('Event queued for retry'));
  const discard = useSave(parked_events.discard, done('Event discarded'));
  const { isPending, error } = step === 'retry' ? retry : discard;
  const params = { merchantId: one.merchant_id, id: one.id };
  const submit = () => {
    setTried(true);
    if (step === 'retry') retry.mutate({ params });
    else if (problemOf(reason) === '') discard.mutate({ params, input: { reason: reason.trim() } });
  };
  const consumer = consumerWords(one.consumer);
  return (
    <ActionDialog
      title={step === 'retry' ? 'Retry event' : 'Discard event'}
      action={step === 'retry' ? 'Retry' : 'Discard'}
      destructive={step === 'discard'}
      busy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {step === 'retry' ? (
        <p>The event is sent to {consumer} again. If that fails, it is parked again.</p>
      ) : (
        <>
          <p>The event will never reach {consumer}. This cannot be undone.</p>
          <LongTextField
            name="reason"
            label="Reason"
            hint="kept in the audit log"
            value={reason}
            onChange={setReason}
            error={tried ? problemOf(reason) : ''}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function RetryAllDialog(props: { rows: readonly ParkedEvent[]; onClose: () => void }) {
  const { rows, onClose } = props;
  const first = outbox_consumers.find((name) => rows.some(({ consumer }) => consumer === name));
  const [consumer, setConsumer] = useState<OutboxConsumerName>(first ?? 'webhooks');
  const retry = useSave(parked_events.retryAll, {
    quiet: true,
    stales: [parked_events.search],
    onSaved: ({ count, left_count }) => {
      const queued = `${count} ${count === 1 ? 'event' : 'events'} queued for retry`;
      toast(left_count > 0 ? `${queued}. ${left_count} more are parked.` : queued);
      onClose();
    },
  });
  return (
    <ActionDialog
      title="Retry all events"
      action="Retry all"
      busy={retry.isPending}
      error={retry.error}
      onSubmit={() => retry.mutate({ input: { consumer } })}
      onClose={onClose}
    >
      <p>
        The oldest {most_retried} parked events of this consumer are retried, for every merchant.
      </p>
      <SelectField
        name="consumer"
        label="Consumer"
        value={consumer}
        choices={outbox_consumers.map((value) => ({ value, label: consumerWords(value) }))}
        onChange={(value) => setConsumer(value as OutboxConsumerName)}
      />
    </ActionDialog>
  );
}
