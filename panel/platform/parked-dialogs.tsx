// Dialogs of parked events: retry one, retry all of a consumer, discard one.
import {
  max_retried,
  type OutboxConsumerName,
  outbox_consumers,
  type ParkedEvent,
  parked_events,
} from '../../contract/platform/parked-events.ts';
import { ConfirmDialog } from '../kit/dialog/confirm-dialog.tsx';
import { SelectField, TextField } from '../kit/form/fields.tsx';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { toast } from '../notices.ts';
import { consumerText } from './labels.ts';

export type ParkedStep = 'retry' | 'discard';

interface OneProps {
  one: ParkedEvent;
  onClose: () => void;
  /** After success: the screen of the event has nothing left to show. */
  onDone?: () => void;
}

export function ParkedDialog({ step, ...props }: OneProps & { step: ParkedStep }) {
  return step === 'retry' ? <RetryDialog {...props} /> : <DiscardDialog {...props} />;
}

const paramsOf = ({ merchant_id, id }: ParkedEvent) => ({ merchantId: merchant_id, id });
const stales = [parked_events.search];

function RetryDialog({ one, ...after }: OneProps) {
  return (
    <ConfirmDialog
      title="Retry event"
      action="Retry"
      call={{
        endpoint: parked_events.retry,
        request: { params: paramsOf(one) },
        stales,
        done: 'Event queued for retry',
      }}
      {...after}
    >
      <p>
        The event is sent to {consumerText(one.consumer)} again. If that fails, it returns to this
        list.
      </p>
    </ConfirmDialog>
  );
}

function DiscardDialog({ one, onClose, onDone }: OneProps) {
  const form = useForm(parked_events.discard, {
    initial: { reason: '' },
    params: paramsOf(one),
    stales,
    tell: () => toast('Event discarded'),
    onSaved: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog form={form} title="Discard event" action="Discard" destructive onClose={onClose}>
      <p>The event will never be sent to {consumerText(one.consumer)}. This cannot be undone.</p>
      <TextField name="reason" />
    </FormDialog>
  );
}

export function RetryAllDialog(props: { rows: readonly ParkedEvent[]; onClose: () => void }) {
  const { rows, onClose } = props;
  const first = outbox_consumers.find((name) => rows.some(({ consumer }) => consumer === name));
  const initial: { consumer: OutboxConsumerName } = { consumer: first ?? 'webhooks' };
  const form = useForm(parked_events.retryAll, {
    initial,
    stales,
    tell: ({ count, left_count }) => {
      const queued = `${count} ${count === 1 ? 'event' : 'events'} queued for retry`;
      toast(left_count > 0 ? `${queued}. ${left_count} more remain.` : queued);
    },
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title="Retry all events" action="Retry all" onClose={onClose}>
      <p>
        The oldest {max_retried} failed events of this consumer are retried, for every merchant.
      </p>
      <SelectField
        name="consumer"
        choices={outbox_consumers.map((value) => ({ value, label: consumerText(value) }))}
      />
    </FormDialog>
  );
}
