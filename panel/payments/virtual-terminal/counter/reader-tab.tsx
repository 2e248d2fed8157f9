// The Card Reader tab: which reader on this computer reads the card; then the wait for it.
import { IconDeviceUsb, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { icon_16, icon_20 } from '../../../kit/icon.ts';
import { FormGrid, Hint } from '../../../kit/page/page-parts.tsx';
import { PlainButton } from '../../../kit/plain-button.tsx';
import { showError } from '../../../notices.ts';
import { useStore } from '../../../store.ts';
import { cancelReading } from '../../readers/bridge.ts';
import { connection } from '../../readers/connected.ts';
import type { TerminalForm } from '../form.ts';
import styles from './counter.module.css';
import { MachineSelect } from './machine-select.tsx';

function Waiting({ name }: { name: string }) {
  const [asked, setAsked] = useState(false);
  const cancel = () => {
    setAsked(true);
    cancelReading().catch((error) => {
      setAsked(false);
      showError(error);
    });
  };
  return (
    <section className={styles.waiting} aria-label="Payment at the card reader">
      <IconDeviceUsb {...icon_20} />
      <div>
        <p role="status">
          <b>Waiting for the card at {name}</b>
        </p>
        <p>The payer inserts, taps or swipes the card.</p>
      </div>
      <PlainButton aria-disabled={asked || undefined} onClick={() => !asked && cancel()}>
        <IconX {...icon_16} />
        {asked ? 'Canceling…' : 'Cancel payment'}
      </PlainButton>
    </section>
  );
}

export function ReaderTab({ busy }: { busy: boolean }) {
  const { control } = useFormContext<TerminalForm>();
  const { readers } = useStore(connection);
  const chosen = useWatch({ control, name: 'mac_address' });
  const reader = readers.find(({ mac_address }) => mac_address === chosen) ?? readers[0];
  if (busy && reader) return <Waiting name={reader.name} />;
  const machines = readers.map(({ mac_address, name }) => ({ id: mac_address, name }));
  return (
    <div className={styles.tab}>
      <FormGrid>
        <MachineSelect name="mac_address" label="Select Card Reader device" all={machines} />
      </FormGrid>
      <Hint>Select Charge, then present the card. The reader encrypts its number.</Hint>
    </div>
  );
}
