// Card readers that this browser is connected to, by the bridge on this computer.
import { useState } from 'react';
import { readerBridge } from '../../environment.ts';
import { TextControl } from '../../kit/form/controls.tsx';
import { Hint } from '../../kit/page/page-parts.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { Section } from '../../kit/parts/section.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { showError, toast } from '../../notices.ts';
import { useStore } from '../../store.ts';
import { connectBridge } from '../readers/bridge.ts';
import { clearReaders, connection } from '../readers/connected.ts';
import styles from './devices.module.css';

function Pairing() {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const connect = async () => {
    setBusy(true);
    try {
      await connectBridge(code.trim());
      setCode('');
      toast('Card readers connected');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.pairing}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && code.trim() !== '') void connect();
      }}
    >
      <TextControl
        name="pairing_code"
        label="Pairing code"
        value={code}
        error=""
        hint="8 digits"
        onChange={setCode}
        extra={{ input: { inputMode: 'numeric', autoComplete: 'off', maxLength: 8 } }}
      />
      <PlainButton type="submit" aria-disabled={busy || undefined}>
        {busy ? 'Connecting…' : 'Connect'}
      </PlainButton>
    </form>
  );
}

export function ConnectedReaders() {
  const { readers } = useStore(connection);
  if (readerBridge() === '') return null;
  return (
    <div className={styles.connected}>
      <Section title="Connected to this browser">
        {readers.length === 0 && (
          <>
            <Hint>Start the card reader bridge on this computer, then enter its pairing code.</Hint>
            <Pairing />
          </>
        )}
        {readers.length > 0 && (
          <Facts
            facts={readers.map(({ name, manufacturer, serial_number }) => ({
              label: name,
              value: [manufacturer, serial_number].filter(Boolean).join(', '),
            }))}
          />
        )}
        {readers.length > 0 && (
          <div className={styles.disconnect}>
            <PlainButton onClick={clearReaders}>Disconnect</PlainButton>
          </div>
        )}
      </Section>
    </div>
  );
}
