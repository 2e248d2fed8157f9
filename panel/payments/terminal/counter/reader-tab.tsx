// The Card Reader tab: which reader on this computer reads the card; then the wait for it.
import { IconChevronDown, IconDeviceUsb, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { icon_14, icon_16, icon_20 } from '../../../kit/icon.ts';
import { FormGrid, Hint } from '../../../kit/page/page-parts.tsx';
import { showError } from '../../../notices.ts';
import { useStore } from '../../../store.ts';
import basics from '../../../style/basics.module.css';
import { cancelReading } from '../../readers/bridge.ts';
import { connection } from '../../readers/connected.ts';
import fieldStyles from '../fields/fields.module.css';
import type { TerminalForm } from '../form.ts';
import styles from './counter.module.css';

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
        <p>The customer swipes, inserts or taps the card.</p>
      </div>
      <button
        type="button"
        className={basics.plainButton}
        aria-disabled={asked || undefined}
        onClick={() => !asked && cancel()}
      >
        <IconX {...icon_16} />
        {asked ? 'Cancelling …' : 'Cancel payment'}
      </button>
    </section>
  );
}

export function ReaderTab({ busy }: { busy: boolean }) {
  const { register, control } = useFormContext<TerminalForm>();
  const { readers } = useStore(connection);
  const id = useId();
  const chosen = useWatch({ control, name: 'mac_address' });
  const reader = readers.find(({ mac_address }) => mac_address === chosen) ?? readers[0];
  if (busy && reader) return <Waiting name={reader.name} />;
  const frame = [basics.textInput, basics.inputFrame, fieldStyles.input, fieldStyles.select];
  return (
    <div className={styles.tab}>
      <FormGrid>
        <div className={fieldStyles.field} data-span={6}>
          <label htmlFor={id}>Select Card Reader device</label>
          <div className={frame.join(' ')}>
            <select id={id} {...register('mac_address')}>
              {readers.map(({ mac_address, name }, index) => (
                <option key={mac_address} value={index === 0 ? '' : mac_address}>
                  {name}
                </option>
              ))}
            </select>
            <IconChevronDown {...icon_14} />
          </div>
        </div>
      </FormGrid>
      <Hint>The card is read once you charge. Its number is encrypted in the reader.</Hint>
    </div>
  );
}
