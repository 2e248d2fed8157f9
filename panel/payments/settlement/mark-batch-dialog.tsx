// Says what became of a batch whose close was not answered: closed under a number, or not closed.
import {
  type SettlementException,
  settlement_exceptions,
} from '../../../contract/payments/settlement-exceptions.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { toast } from '../../notices.ts';

export type Mark = 'closed' | 'not_closed';

export const mark_titles: Readonly<Record<Mark, string>> = {
  closed: 'Mark as closed',
  not_closed: 'Mark as not closed',
};

const calls = {
  closed: settlement_exceptions.markClosed,
  not_closed: settlement_exceptions.markNotClosed,
} as const;

const effects: Readonly<Record<Mark, string>> = {
  closed: 'Its payments will be read from the terminal under this number and recorded.',
  not_closed: 'It will be closed again if payments are still waiting. This cannot be undone.',
};

const done: Readonly<Record<Mark, string>> = {
  closed: 'Batch will be recorded',
  not_closed: 'Batch marked as not closed',
};

interface MarkBatchDialogProps {
  mark: Mark;
  one: SettlementException;
  onClose: () => void;
}

export function MarkBatchDialog({ mark, one, onClose }: MarkBatchDialogProps) {
  const form = useForm<(typeof calls)[Mark], { reason: string; batch_number?: string }>(
    calls[mark],
    {
      initial: { reason: '', ...(mark === 'closed' && { batch_number: '' }) },
      required: mark === 'closed' ? ['batch_number', 'reason'] : ['reason'],
      params: { merchantId: one.merchant_id, id: one.id },
      stales: [settlement_exceptions.search],
      onSaved: () => {
        toast(done[mark]);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      form={form}
      title={mark_titles[mark]}
      action={mark_titles[mark]}
      destructive={mark === 'not_closed'}
      onClose={onClose}
    >
      <p>
        {one.processor_name} did not answer whether its batch of {one.on} was closed. Check the
        report of the terminal first.
      </p>
      <p>{effects[mark]}</p>
      {mark === 'closed' && <TextField name="batch_number" />}
      <TextField name="reason" />
    </FormDialog>
  );
}
