// Three simulated readers: one reads a credit card, one a debit card, one is not connected.
import { encrypted } from './dukpt.ts';
import { type Driver, NotRead, type ReadCard, type Reader, type Wait } from './readers.ts';

/** The test key of ANSI X9.24-1, which everybody knows. */
const base_key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');
/** How long the payer takes. */
const payer_ms = 1_500;

interface Simulated extends Reader {
  /** The first seven bytes of its key serial numbers. */
  set: string;
  count: number;
  number: string;
  name_on_card: string;
}

function readers(): Simulated[] {
  const maker = { manufacturer: 'Simulated', count: 0 };
  return [
    {
      ...maker,
      mac_address: '02:00:00:00:00:01',
      name: 'Counter reader',
      serial_number: 'SIM-0001',
      state: 'ready',
      set: 'FFFF98765432',
      number: '4012000077777777',
      name_on_card: 'READER/ANN',
    },
    {
      ...maker,
      mac_address: '02:00:00:00:00:02',
      name: 'Mobile reader',
      serial_number: 'SIM-0002',
      state: 'ready',
      set: 'FFFF98765433',
      number: '5555555555554444',
      name_on_card: 'READER/BOB',
    },
    {
      ...maker,
      mac_address: '02:00:00:00:00:03',
      name: 'Spare reader',
      serial_number: 'SIM-0003',
      state: 'offline',
      set: 'FFFF98765434',
      number: '4111111111111111',
      name_on_card: 'READER/CLEO',
    },
  ];
}

/** A card that is valid for the next four years. */
function expiryOf(now: Date): { track: string; shown: string } {
  const year = String(now.getFullYear() + 4).slice(-2);
  return { track: `${year}12`, shown: `12/${year}` };
}

function cardOf(reader: Simulated): ReadCard {
  const { number, name_on_card } = reader;
  const expiry = expiryOf(new Date());
  const serial = BigInt(`0x${reader.set}10E00000`) + BigInt(reader.count);
  const ksn = Buffer.from(serial.toString(16).padStart(20, '0'), 'hex');
  const tracks =
    `%B${number}^${name_on_card}^${expiry.track}1010000000000?` +
    `;${number}=${expiry.track}1010000000000?`;
  return {
    ksn: ksn.toString('hex').toUpperCase(),
    encrypted_data: encrypted(base_key, ksn, tracks),
    masked_pan: `${number.slice(0, 6)}******${number.slice(-4)}`,
    expiry: expiry.shown,
    name: name_on_card,
    entry_type: 'swiped',
  };
}

/** Ends with the payer, the time that was given, or a cancellation, whatever comes first. */
function payer({ timeout_seconds, signal }: Wait, wait_ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const most_ms = timeout_seconds * 1_000;
    const late = most_ms < wait_ms;
    const timer = setTimeout(
      () => (late ? reject(new NotRead('timeout')) : resolve()),
      Math.min(most_ms, wait_ms),
    );
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new NotRead('cancelled'));
    });
  });
}

/** `wait_ms`: how long the payer takes to present the card. */
export function simulator(wait_ms = payer_ms): Driver {
  const all = readers();
  return {
    list: () =>
      all.map(({ mac_address, name, manufacturer, serial_number, state }) => {
        return { mac_address, name, manufacturer, serial_number, state };
      }),
    async read(mac_address, wait) {
      const reader = all.find((one) => one.mac_address === mac_address);
      if (!reader || reader.state === 'offline') throw new NotRead('offline');
      reader.state = 'busy';
      try {
        await payer(wait, wait_ms);
      } finally {
        reader.state = 'ready';
      }
      // A reader counts every message: no key is used twice.
      reader.count += 1;
      return cardOf(reader);
    },
  };
}
