// Asks before a processor is enabled, disabled or released, and says what follows (Q1).
import { type ProcessorRecord, processors } from '../../../contract/payments/processors.ts';
import { useSave } from '../../hooks.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { toast } from '../../notices.ts';
import { defaultsOf } from './labels.ts';

export interface StatusChange {
  processor: ProcessorRecord;
  action: 'enable' | 'disable' | 'release';
}

const words = {
  enable: { title: 'Enable', done: 'Processor enabled' },
  disable: { title: 'Disable', done: 'Processor disabled' },
  release: { title: 'Release', done: 'Processor released' },
} as const;

function consequences({ processor, action }: StatusChange): string[] {
  const defaults = defaultsOf(processor);
  const left = defaults === '' ? [] : [`It is the default for ${defaults}.`];
  if (action === 'enable') return ['Payments may go through it from now on.'];
  if (action === 'disable') {
    return [
      ...left,
      'New payments through it are refused.',
      'Open ones can be captured, voided and refunded again once it is enabled.',
    ];
  }
  return [
    ...left,
    'It takes no payments any more and cannot be enabled again.',
    'Past payments stay readable. Open ones must be settled or voided first.',
  ];
}

/** Lists and records of processors, wherever they show. */
export const processor_stales = [processors.search, processors.get];

export function StatusDialog({ change, onClose }: { change: StatusChange; onClose: () => void }) {
  const { processor, action } = change;
  const { title, done } = words[action];
  const { isPending, error, mutate } = useSave(processors.setStatus, {
    quiet: true,
    stales: processor_stales,
    onSaved: () => {
      toast(done);
      onClose();
    },
  });
  const { merchant_id: mid, id } = processor;
  return (
    <ActionDialog
      title={`${title} ${processor.name}`}
      action={`${title} processor`}
      destructive={action !== 'enable'}
      busy={isPending}
      error={error}
      onSubmit={() => mutate({ params: { mid, id, action } })}
      onClose={onClose}
    >
      <ul className="consequences">
        {consequences(change).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ActionDialog>
  );
}
