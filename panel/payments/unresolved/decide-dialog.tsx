// What a person does about an unresolved attempt: ask now, or say what became of it, with a reason.
import { useState } from 'react';
import { maxLengthMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { formatMoney } from '../../../contract/money.ts';
import { type UnresolvedRecord, unresolved } from '../../../contract/payments/unresolved.ts';
import { useSave } from '../../hooks.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { LongTextField, TextField } from '../../kit/fields.tsx';
import { toast } from '../../notices.ts';
import { shows_transactions } from '../actions/use-action.ts';
import { type Decision, operationLabel, outcomeLabel } from './looks.ts';

export type Step = 'inquire' | Decision;

const longest_reason = 500;
const longest_id = 64;

/** What is wrong with a typed text, in the specification's words; '' where nothing is. */
function problemOf(text: string, label: string, longest: number): string {
  if (text.trim() === '') return requiredMessage(label);
  return text.trim().length > longest ? maxLengthMessage(label, longest) : '';
}

/** What has become of it, told once the call has come back. */
function tellResult(step: Step, { state, outcome, processor_name }: UnresolvedRecord): void {
  if (state === 'resolved') toast(`Resolved: ${outcomeLabel(outcome).toLowerCase()}`);
  else if (step === 'inquire') toast(`${processor_name} has given no definite answer`, 'info');
  else toast('Proposed: another administrator has to confirm it', 'info');
}

function useStep(step: Step, one: UnresolvedRecord, onClose: () => void) {
  const options = {
    quiet: true,
    stales: [unresolved.search, unresolved.get, ...shows_transactions],
    onSaved: (data: UnresolvedRecord) => {
      tellResult(step, data);
      onClose();
    },
  };
  const inquire = useSave(unresolved.inquire, options);
  const approve = useSave(unresolved.approve, options);
  const not_processed = useSave(unresolved.notProcessed, options);
  const params = { merchantId: one.merchant_id, attemptId: one.attempt_id };
  const { isPending, error } = { inquire, approve, not_processed }[step];
  const send = (reason: string, processor_transaction_id: string) => {
    if (step === 'inquire') inquire.mutate({ params, input: { reason } });
    else if (step === 'not_processed') not_processed.mutate({ params, input: { reason } });
    else approve.mutate({ params, input: { reason, processor_transaction_id } });
  };
  return { busy: isPending, error, send };
}

const titles: Readonly<Record<Step, string>> = {
  inquire: 'Inquire',
  approve: 'Mark approved',
  not_processed: 'Mark not processed',
};

const effects: Readonly<Record<Step, string>> = {
  inquire: 'is asked about now. A definite answer ends it; without one it stays where it is.',
  approve: 'then counts as approved, as if the processor had said so. This cannot be undone.',
  not_processed: 'then counts as never processed: no money has moved. This cannot be undone.',
};

const decision_nouns: Readonly<Record<Decision, string>> = {
  approve: 'approval',
  not_processed: 'as not processed',
};

/** `Propose` above the limit of one person, `Confirm` where somebody else has proposed the same. */
export function actionWord(step: Step, one: UnresolvedRecord, user_id: string): string {
  if (step === 'inquire') return 'Inquire now';
  const { needs_second_person, proposal } = one;
  if (!needs_second_person) return titles[step];
  const confirms = proposal?.decision === step && proposal.user_id !== user_id;
  return `${confirms ? 'Confirm' : 'Propose'} ${decision_nouns[step]}`;
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
  const [reason, setReason] = useState('');
  const [processor_id, setProcessorId] = useState(proposed_id);
  const [tried, setTried] = useState(false);
  const { busy, error, send } = useStep(step, one, onClose);
  const wants_id = step === 'approve';
  const id_label = "Processor's ID";
  const problems = {
    processor_id: wants_id ? problemOf(processor_id, id_label, longest_id) : '',
    reason: problemOf(reason, 'Reason', longest_reason),
  };
  const submit = () => {
    setTried(true);
    if (problems.reason === '' && problems.processor_id === '') {
      send(reason.trim(), processor_id.trim());
    }
  };
  const action = actionWord(step, one, user_id);
  const noun = operationLabel(one.operation).toLowerCase();
  const subject = `The ${noun} of ${formatMoney(one.amount, one.currency)}`;
  return (
    <ActionDialog
      title={titles[step]}
      action={action}
      destructive={step === 'not_processed'}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {subject} at {one.processor_name} {effects[step]}
      </p>
      {action.startsWith('Propose') && (
        <p className="hint">
          It is above what one person may decide: this proposes it, and another administrator has to
          confirm the same.
        </p>
      )}
      {wants_id && (
        <TextField
          name="processor_transaction_id"
          label={id_label}
          hint="as its support or portal gives it"
          value={processor_id}
          onChange={setProcessorId}
          error={tried ? problems.processor_id : ''}
          extra={{ input: { autoComplete: 'off', spellCheck: false } }}
        />
      )}
      <LongTextField
        name="reason"
        label="Reason"
        hint="kept in the audit log"
        value={reason}
        onChange={setReason}
        error={tried ? problems.reason : ''}
      />
    </ActionDialog>
  );
}
