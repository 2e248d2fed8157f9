// Calls of the card reader bridge on this computer (bridge/README.md): the only ones of the panel
// that do not go to its own server.
import { ApiError } from '../../api.ts';
import { readerBridge } from '../../environment.ts';
import { type ConnectedReader, connection, storeConnection } from './connected.ts';

/** A card as its reader encrypted it. */
export interface ReaderCard {
  ksn: string;
  encrypted_data: string;
  /** Of the reader, so that a disabled one takes no payments. */
  device_serial_number: string;
}

const not_running =
  'The card reader bridge was not found on this computer. Start it, then try again.';
const pair_again = 'The card reader bridge was restarted. Connect it again under Card readers.';

/** Throws an error in words, which no server has made: nothing was sent to it. */
async function ask<T>(path: string, body: object | null, token: string): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const configured =
    body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${readerBridge()}${path}`, configured).catch(() => null);
  if (answer === null) throw new ApiError(not_running, 400);
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data as T;
  const words = answer.status === 401 ? pair_again : data.error;
  throw new ApiError(words ?? not_running, 400);
}

/** Connects this browser by the code that the bridge prints, and keeps the readers it has. */
export async function connectBridge(code: string): Promise<void> {
  const { token } = await ask<{ token: string }>('/pair', { code }, '');
  const all = await ask<(ConnectedReader & { state: string })[]>('/devices', null, token);
  const readers = all
    .filter(({ state }) => state !== 'offline')
    .map(({ mac_address, name, manufacturer, serial_number }) => {
      return { mac_address, name, manufacturer, serial_number };
    });
  storeConnection({ token, readers });
}

/** Waits for a card at the reader. */
export async function readCard(reader: ConnectedReader, amount: number): Promise<ReaderCard> {
  const { token } = connection.get();
  const path = `/devices/${encodeURIComponent(reader.mac_address)}/read`;
  const { ksn, encrypted_data } = await ask<ReaderCard>(path, { amount }, token);
  return { ksn, encrypted_data, device_serial_number: reader.serial_number };
}

/** The wait ends with an error of its own. */
export const cancelReading = () => ask('/cancel', {}, connection.get().token);
