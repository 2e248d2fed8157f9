// What is known of a terminal at a glance, and what may be done with it besides changing it.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type TerminalRecord, terminals } from '../../../contract/payments/terminals.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { useSave } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { RecordId } from '../../kit/format/record-id.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import basics from '../../style/basics.module.css';
import actionStyles from '../status-actions.module.css';
import { StatusActions } from '../status-actions.tsx';
import { modelText, settlesText, status_badges } from './labels.ts';
import { type Place, terminalsPath } from './paths.ts';
import { type TerminalChange, TerminalDialog, terminal_stales } from './terminal-dialog.tsx';

interface StandingProps {
  place: Place;
  terminal: TerminalRecord;
}

const settle_texts = {
  settled: 'Terminal settled',
  nothing_to_settle: 'There is nothing to settle',
  later: 'The terminal has not answered yet. Check its batch before you settle again.',
} as const;

/** Closes the batch of the terminal now. */
function Settle({ terminal }: { terminal: TerminalRecord }) {
  const { isPending, mutate } = useSave(terminals.settle, {
    stales: [...terminal_stales, transactions.search],
    tell: ({ result }) => toast(settle_texts[result]),
  });
  return (
    <PlainButton
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate({ params: { id: terminal.id } })}
    >
      {isPending ? 'Settling…' : 'Settle now'}
    </PlainButton>
  );
}

function SetUpActions({ place, terminal }: StandingProps) {
  const navigate = useNavigate();
  const [change, setChange] = useState<TerminalChange | null>(null);
  return (
    <>
      <StatusActions
        status={terminal.status}
        end={{ action: 'remove', label: 'Remove' }}
        onChoose={(action) => setChange({ terminal, action })}
      />
      {change && (
        <TerminalDialog
          change={change}
          onClose={() => setChange(null)}
          onDone={() => change.action === 'remove' && void navigate(terminalsPath(place))}
        />
      )}
    </>
  );
}

export function TerminalStatusPart({ place, terminal }: StandingProps) {
  const { status, tpn, serial_number, register_id, flags } = terminal;
  const settles = place.area === 'merchant' && place.may_manage && !flags.host_capture;
  return (
    <FormPart title="Status">
      <Facts
        facts={[
          { label: 'Status', value: <StatusBadge badge={status_badges[status]} /> },
          { label: 'Terminal ID', value: <RecordId id={terminal.id} label="Terminal ID" /> },
          { label: 'TPN', value: <span className={basics.mono}>{tpn}</span> },
          { label: 'Model', value: modelText(terminal) },
          { label: 'Serial number', value: serial_number },
          { label: 'Register ID', value: register_id },
          { label: 'Settles', value: settlesText(terminal) },
          { label: 'Created', value: <Moment at={terminal.created_at} /> },
        ]}
      />
      <div className={actionStyles.actions}>
        {place.sets_up && <SetUpActions {...{ place, terminal }} />}
        {settles && <Settle terminal={terminal} />}
      </div>
    </FormPart>
  );
}
