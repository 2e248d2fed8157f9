// What a driver of card readers offers to the bridge.

export interface Reader {
  mac_address: string;
  name: string;
  manufacturer: string;
  serial_number: string;
  state: 'ready' | 'busy' | 'offline';
}

/** A card as its reader states it: the tracks encrypted, the rest to look at. */
export interface ReadCard {
  /** Key serial number, 20 hexadecimal digits. */
  ksn: string;
  encrypted_data: string;
  masked_pan: string;
  /** MM/YY */
  expiry: string;
  name: string;
  entry_type: 'swiped';
}

export interface Wait {
  /** Minor units; for the reader's display. */
  amount: number;
  timeout_seconds: number;
  signal: AbortSignal;
}

/** Why no card was read. */
export class NotRead extends Error {
  readonly why: 'timeout' | 'cancelled' | 'offline';
  constructor(why: NotRead['why']) {
    super(why);
    this.why = why;
  }
}

export interface Driver {
  list(): Reader[];
  /** Throws NotRead where no card comes. */
  read(mac_address: string, wait: Wait): Promise<ReadCard>;
}

/** Where no driver is installed: there are no readers. */
export const no_driver: Driver = {
  list: () => [],
  read: () => Promise.reject(new NotRead('offline')),
};
