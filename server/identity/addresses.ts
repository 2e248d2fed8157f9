// Whether an address lies within a list of addresses and networks (IPv4 and IPv6).
import { BlockList, isIP } from 'node:net';

/** `::ffff:10.0.0.1` is `10.0.0.1`: one spelling for one address. */
function plainAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? ip;
}

/** True where `ip` is one of the addresses or lies in one of the networks. */
export function isWithin(ip: string, allowed: readonly string[]): boolean {
  const list = new BlockList();
  for (const text of allowed) {
    const [given = '', bits] = text.split('/');
    const address = bits === undefined ? plainAddress(given) : given;
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  const asked = plainAddress(ip);
  return isIP(asked) !== 0 && list.check(asked, familyOf(asked));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address and how many of its bits are fixed: of a plain address all. */
function network(text: string): { address: string; bits: number } {
  const [given = '', bits] = text.split('/');
  if (bits !== undefined) return { address: given, bits: Number(bits) };
  const address = plainAddress(given);
  return { address, bits: isIP(address) === 6 ? 128 : 32 };
}

/** True where every address of `inner` lies in one and the same of the networks. */
export function isNetworkWithin(inner: string, networks: readonly string[]): boolean {
  const { address, bits } = network(inner);
  return networks.some((outer) => network(outer).bits <= bits && isWithin(address, [outer]));
}
