// What a terminal is doing: waiting for the payer of this payment, or busy with another one.
import { IconDeviceMobile, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type TerminalRecord, terminals } from '../../../../contract/payments/terminals.ts';
import { useRecord, useSave } from '../../../hooks.ts';
import { icon_16, icon_20 } from '../../../kit/icon.ts';
import { Banner } from '../../../kit/parts/banner.tsx';
import { PlainButton } from '../../../kit/plain-button.tsx';
import { terminalName } from '../../terminals/labels.ts';
import styles from './counter.module.css';

const look_ms = 1_000;

/** The terminal as it is now, looked at every second. */
function useTerminalNow({ merchant_id: mid, id }: TerminalRecord, every_ms: number) {
  const { data, refetch } = useRecord(
    terminals.get,
    { params: { mid, id } },
    { quiet: true, background: true, stale_ms: 0 },
  );
  useEffect(() => {
    const timer = setInterval(() => void refetch(), every_ms);
    return () => clearInterval(timer);
  }, [refetch, every_ms]);
  return data;
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), look_ms);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

const clockText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Asks the terminal to give the payment up; the payment's own answer says what became of it. */
function Cancel({ terminal, label }: { terminal: TerminalRecord; label: string }) {
  const { isPending, isSuccess, mutate } = useSave(terminals.cancel, { stales: [terminals.get] });
  const asked = isPending || isSuccess;
  return (
    <PlainButton
      aria-disabled={asked || undefined}
      onClick={() => !asked && mutate({ params: { id: terminal.id } })}
    >
      <IconX {...icon_16} />
      {asked ? 'Canceling…' : label}
    </PlainButton>
  );
}

/** What the terminal of the form is doing: shown in the place of the form's tab while it pays. */
export function TerminalActivity({ terminal, busy }: { terminal: TerminalRecord; busy: boolean }) {
  return busy ? <WaitingForPayer terminal={terminal} /> : <BusyTerminal terminal={terminal} />;
}

/** Between the press of the button and the answer: what happens at the counter. */
function WaitingForPayer({ terminal }: { terminal: TerminalRecord }) {
  const seconds = useSeconds();
  const now = useTerminalNow(terminal, look_ms);
  const is_there = now !== undefined && now.transaction_id !== '';
  return (
    <section className={styles.waiting} aria-label="Payment at the terminal">
      <IconDeviceMobile {...icon_20} />
      <div>
        <p role="status">
          <b>
            {is_there
              ? `Waiting for the payer at ${terminalName(terminal)}`
              : `Sending the payment to ${terminalName(terminal)}`}
          </b>
        </p>
        <p>Ask the payer to insert, tap or swipe the card and follow the terminal.</p>
      </div>
      <span className={styles.clock} aria-hidden="true">
        {clockText(seconds)}
      </span>
      {is_there && <Cancel terminal={terminal} label="Cancel payment" />}
    </section>
  );
}

const rest_ms = 5_000;

/** Somebody else's payment, or one that a closed page has left behind. */
function BusyTerminal({ terminal }: { terminal: TerminalRecord }) {
  const now = useTerminalNow(terminal, rest_ms);
  if (!now || now.transaction_id === '') return null;
  return (
    <Banner tone="warn">
      {terminalName(terminal)} is waiting for another payment.{' '}
      <Cancel key={now.transaction_id} terminal={terminal} label="Cancel that payment" />
    </Banner>
  );
}
