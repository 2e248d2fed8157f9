// Card readers that this browser is connected to: kept here alone, no call asks for them.
import { makeStore } from '../../store.ts';

export interface ConnectedReader {
  mac_address: string;
  name: string;
  manufacturer: string;
  serial_number: string;
}

export interface Connection {
  /** What the bridge knows this browser by, for one run of it. */
  token: string;
  readers: readonly ConnectedReader[];
}

const storage_key = 'penstock-card-readers';
const none: Connection = { token: '', readers: [] };

function stored(): Connection {
  try {
    const paired = JSON.parse(localStorage.getItem(storage_key) ?? 'null');
    return paired && Array.isArray(paired.readers) ? paired : none;
  } catch {
    return none;
  }
}

export const connection = makeStore<Connection>(
  typeof localStorage === 'undefined' ? none : stored(),
);

export function storeConnection(next: Connection): void {
  localStorage.setItem(storage_key, JSON.stringify(next));
  connection.set(next);
}

export function clearReaders(): void {
  localStorage.removeItem(storage_key);
  connection.set(none);
}
