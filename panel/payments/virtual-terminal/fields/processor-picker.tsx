// Which processor takes the payment, where the merchant has more than one for the method.
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { icon_14 } from '../../../kit/icon.ts';
import basics from '../../../style/basics.module.css';
import type { TerminalForm } from '../form.ts';
import type { TerminalProcessor } from '../methods.ts';
import { useIsHidden } from './field.tsx';
import styles from './fields.module.css';

export function ProcessorPicker({ processors }: { processors: readonly TerminalProcessor[] }) {
  const { register } = useFormContext<TerminalForm>();
  const id = useId();
  const hidden = useIsHidden('processor_id');
  if (hidden || processors.length === 0) return null;
  return (
    <div className={styles.processor}>
      <label htmlFor={id}>Processor</label>
      <div className={`${basics.textInput} ${basics.inputFrame} ${styles.input} ${styles.select}`}>
        <select id={id} {...register('processor_id')}>
          {processors.map((one, index) => (
            // The first is the account's default, whichever it is at the time of the payment.
            <option key={one.id} value={index === 0 ? '' : one.id}>
              {one.name}
            </option>
          ))}
        </select>
        <IconChevronDown {...icon_14} />
      </div>
    </div>
  );
}
