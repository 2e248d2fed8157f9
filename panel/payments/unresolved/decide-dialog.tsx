// Resolving an unresolved attempt by hand: inquire now, or enter the outcome with a reason.
import { formatMoney } from '../../../contract/money.ts';
import { type UnresolvedRecord, unresolved } from '../../../contract/payments/unresolved.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { midSentence } from '../../kit/format/sentence.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { toast } from '../../notices.ts';
import { shows_transactions } from '../actions/use-action.ts';
import { type Decision, operationLabel, outcomeLabel } from './labels.ts';

export type Step = 'inquire' | Decision;

/** The result, shown once the call has returned. */
function showResult(step: Step, { state, outcome, processor_name }: UnresolvedRecord): void {
  if (state === 'resolved') toast(`Resolved: ${midSentence(outcomeLabel(outcome))}`);
  else if (step === 'inquire') toast(`${processor_name} has not confirmed an outcome yet`, 'info');
  else toast('Proposed. Another administrator must confirm it.', 'info');
}

const calls = {
  inquire: unresolved.inquire,
  approve: unresolved.approve,
  not_processed: unresolved.notProcessed,
} as const;

const titles: Readonly<Record<Step, string>> = {
  inquire: 'Check now',
  approve: 'Mark as approved',
  not_processed: 'Mark as not processed',
};

const effects: Readonly<Record<Step, string>> = {
  inquire: 'will be checked with the processor now. A confirmed outcome resolves it.',
  approve: 'will be marked as approved by the processor. This cannot be undone.',
  not_processed: 'will be marked as not processed: no money moved. This cannot be undone.',
};

const decision_nouns: Readonly<Record<Decision, string>> = {
  approve: 'approval',
  not_processed: '“not processed”',
};

/** `Propose` above the limit of one person, `Confirm` where somebody else has proposed the same. */
export function actionLabel(step: Step, one: UnresolvedRecord, user_id: string): string {
  if (step === 'inquire') return 'Check now';
  const { needs_second_person, proposal } = one;
  if (!needs_second_person) return titles[step];
  const confirms = proposal?.decision === step && proposal.user_id !== user_id;
  return `${confirms ? 'Confirm' : 'Propose'} ${decision_nouns[step]}`;
}

interface Values {
  reason: string;
  processor_transaction_id?: string;
}

interface DecideDialogProps {
  step: Step;
  one: UnresolvedRecord;
  user_id: string;
  onClose: () => void;
}

export function DecideDialog({ step, one, user_id, onClose }: DecideDialogProps) {
  const { proposal } = one;
  const proposed_id = proposal?.decision === step ? proposal.processor_transaction_id : '';
  const form = useForm<(typeof calls)[Step], Values>(calls[step], {
    initial: { reason: '', ...(step === 'approve' && { processor_transaction_id: proposed_id }) },
    params: { merchantId: one.merchant_id, attemptId: one.attempt_id },
    stales: [unresolved.search, unresolved.get, ...shows_transactions],
    tell: (data) => showResult(step, data),
    onSaved: onClose,
  });
  const action = actionLabel(step, one, user_id);
  const noun = midSentence(operationLabel(one.operation));
  const subject = `The ${noun} of ${formatMoney(one.amount, one.currency)}`;
  return (
    <FormDialog
      form={form}
      title={titles[step]}
      action={action}
      destructive={step === 'not_processed'}
      onClose={onClose}
    >
      <p>
        {subject} at {one.processor_name} {effects[step]}
      </p>
      {action.startsWith('Propose') && (
        <Hint>This amount requires a second administrator to confirm your decision.</Hint>
      )}
      {step === 'approve' && <TextField name="processor_transaction_id" />}
      <TextField name="reason" />
    </FormDialog>
  );
}
