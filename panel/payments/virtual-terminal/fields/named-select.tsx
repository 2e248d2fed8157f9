// A select of records by name, of which the first is taken where none is chosen.
import { IconChevronDown } from '@tabler/icons-react';
import { useFormContext } from 'react-hook-form';
import { icon_14 } from '../../../kit/icon.ts';
import basics from '../../../style/basics.module.css';
import selectStyles from '../../select.module.css';
import type { TerminalForm } from '../form.ts';
import styles from './fields.module.css';

interface NamedSelectProps {
  id: string;
  /**
   * The field of the form that keeps the choice; empty is the first, which is the account's default
   * at the time of the payment, whichever that is by then.
   */
  name: 'processor_id' | 'mac_address';
  all: readonly { id: string; name: string }[];
}

/** Classes of the frame of a select. */
export const select_frame = [
  basics.textInput,
  basics.inputFrame,
  styles.input,
  selectStyles.select,
].join(' ');

export function NamedSelect({ id, name, all }: NamedSelectProps) {
  const { register } = useFormContext<TerminalForm>();
  return (
    <div className={select_frame}>
      <select id={id} {...register(name)}>
        {all.map((one, index) => (
          <option key={one.id} value={index === 0 ? '' : one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <IconChevronDown {...icon_14} />
    </div>
  );
}
