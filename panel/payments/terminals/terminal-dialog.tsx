// Confirms enabling, disabling or removing a terminal, with the consequences.
import { type TerminalRecord, terminals } from '../../../contract/payments/terminals.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import kit from '../../kit/kit.module.css';
import { terminalName } from './labels.ts';

export interface TerminalChange {
  terminal: TerminalRecord;
  action: 'enable' | 'disable' | 'remove';
}

/** Lists and records of terminals, wherever they show. */
export const terminal_stales = [terminals.search, terminals.own, terminals.get];

const consequences: Readonly<Record<TerminalChange['action'], readonly string[]>> = {
  enable: ['It can take payments again.'],
  disable: [
    'New payments on it are refused.',
    'Its unsettled payments can still be captured, voided and settled.',
  ],
  remove: [
    'It can no longer take payments, and it is removed from all lists.',
    'Its past payments are kept. Settle or void unsettled payments first.',
  ],
};

const words = {
  enable: { title: 'Enable', done: 'Terminal enabled' },
  disable: { title: 'Disable', done: 'Terminal disabled' },
  remove: { title: 'Remove', done: 'Terminal removed' },
} as const;

function callOf({ terminal: { merchant_id: mid, id }, action }: TerminalChange) {
  const stales = terminal_stales;
  const { done } = words[action];
  if (action === 'remove') {
    return { endpoint: terminals.remove, request: { params: { mid, id } }, stales, done };
  }
  return { endpoint: terminals.setStatus, request: { params: { mid, id, action } }, stales, done };
}

interface DialogProps {
  change: TerminalChange;
  onClose: () => void;
  onDone?: () => void;
}

export function TerminalDialog({ change, onClose, onDone }: DialogProps) {
  const { terminal, action } = change;
  const { title } = words[action];
  return (
    <ConfirmDialog
      title={`${title} ${terminalName(terminal)}`}
      action={`${title} terminal`}
      destructive={action === 'remove' || action === 'disable'}
      call={callOf(change) as never}
      onClose={onClose}
      {...(onDone && { onDone })}
    >
      <ul className={kit.bullets}>
        {consequences[action].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
