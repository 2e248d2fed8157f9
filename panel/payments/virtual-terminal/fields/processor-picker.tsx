// Which processor takes the payment, where the merchant has more than one for the method.
import { useId } from 'react';
import type { TerminalProcessor } from '../methods.ts';
import { useIsHidden } from './field.tsx';
import styles from './fields.module.css';
import { NamedSelect } from './named-select.tsx';

export function ProcessorPicker({ processors }: { processors: readonly TerminalProcessor[] }) {
  const id = useId();
  const hidden = useIsHidden('processor_id');
  if (hidden || processors.length === 0) return null;
  return (
    <div className={styles.processor}>
      <label htmlFor={id}>Processor</label>
      {/* The first is the account's default, whichever it is at the time of the payment. */}
      <NamedSelect id={id} name="processor_id" all={processors} />
    </div>
  );
}
