// Which machine at the counter takes the card, by name; the first is chosen to begin with.
import { useId } from 'react';
import fieldStyles from '../fields/fields.module.css';
import { NamedSelect } from '../fields/named-select.tsx';

interface MachineSelectProps {
  name: 'processor_id' | 'mac_address';
  label: string;
  all: readonly { id: string; name: string }[];
}

export function MachineSelect({ name, label, all }: MachineSelectProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field} data-span={6}>
      <label htmlFor={id}>{label}</label>
      <NamedSelect {...{ id, name, all }} />
    </div>
  );
}
