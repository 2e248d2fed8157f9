// Confirms enabling, disabling or releasing a processor, with the consequences (Q1).
import { type ProcessorRecord, processors } from '../../../contract/payments/processors.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import kit from '../../kit/kit.module.css';
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
  if (action === 'enable') return ['It can take payments again.'];
  if (action === 'disable') {
    return [
      ...left,
      'New payments through it are refused.',
      'Open payments cannot be captured, voided or refunded until it is enabled again.',
    ];
  }
  return [
    ...left,
    'It no longer takes payments and cannot be enabled again.',
    'Past payments can still be viewed. Settle or void unsettled payments first.',
  ];
}

/** Lists and records of processors, wherever they show. */
export const processor_stales = [processors.search, processors.get];

export function StatusDialog({ change, onClose }: { change: StatusChange; onClose: () => void }) {
  const { processor, action } = change;
  const { title, done } = words[action];
  const { merchant_id: mid, id } = processor;
  return (
    <ConfirmDialog
      title={`${title} ${processor.name}`}
      action={`${title} processor`}
      destructive={action !== 'enable'}
      call={{
        endpoint: processors.setStatus,
        request: { params: { mid, id, action } },
        stales: processor_stales,
        done,
      }}
      onClose={onClose}
    >
      <ul className={kit.bullets}>
        {consequences(change).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
