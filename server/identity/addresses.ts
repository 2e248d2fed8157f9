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
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(plainAddress(address), family);
    else list.addSubnet(address, Number(bits), family);
  }
  const asked = plainAddress(ip);
  return isIP(asked) !== 0 && list.check(asked, isIP(asked) === 6 ? 'ipv6' : 'ipv4');
}
