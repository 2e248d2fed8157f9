// Which machine at the counter takes the card, by name; the first is chosen to begin with.
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { icon_14 } from '../../../kit/icon.ts';
import basics from '../../../style/basics.module.css';
import fieldStyles from '../fields/fields.module.css';
import type { TerminalForm } from '../form.ts';

interface MachineSelectProps {
  /** The field of the form that keeps the choice; empty is the first machine. */
  name: 'processor_id' | 'mac_address';
  label: string;
  all: readonly { id: string; name: string }[];
}

const frame = [basics.textInput, basics.inputFrame, fieldStyles.input, fieldStyles.select];

export function MachineSelect({ name, label, all }: MachineSelectProps) {
  const { register } = useFormContext<TerminalForm>();
  const id = useId();
  return (
    <div className={fieldStyles.field} data-span={6}>
      <label htmlFor={id}>{label}</label>
      <div className={frame.join(' ')}>
        <select id={id} {...register(name)}>
          {all.map((machine, index) => (
            <option key={machine.id} value={index === 0 ? '' : machine.id}>
              {machine.name}
            </option>
          ))}
        </select>
        <IconChevronDown {...icon_14} />
      </div>
    </div>
  );
}
