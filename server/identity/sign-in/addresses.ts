// Whether an address lies within a list of addresses and networks (IPv4 and IPv6).
import { BlockList, isIP } from 'node:net';

interface Network {
  family: 'ipv4' | 'ipv6';
  address: string;
  /** The prefix length; for a single address all its bits. */
  bits: number;
}

const mapped_bits = 96;

/** The IPv4 address that an IPv6 address carries (RFC 4291 2.5.5.2), however it is spelled. */
function mappedAddress(ipv6: string): string | null {
  // A URL spells each address in one way: `::ffff:10.0.0.1` is `::ffff:a00:1`.
  const spelled = new URL(`http://[${ipv6}]`).hostname;
  const halves = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(spelled);
  if (!halves) return null;
  const [high, low] = halves.slice(1).map((half) => Number.parseInt(half, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Null where the text is no address; `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
function network(text: string): Network | null {
  const [address = '', prefix] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return null;
  const bits = prefix === undefined ? (version === 6 ? 128 : 32) : Number(prefix);
  if (version === 4) return { family: 'ipv4', address, bits };
  const mapped = bits >= mapped_bits ? mappedAddress(address) : null;
  if (mapped !== null) return { family: 'ipv4', address: mapped, bits: bits - mapped_bits };
  return { family: 'ipv6', address, bits };
}

function holds(outer: Network, inner: Network): boolean {
  // Never across families: a short prefix of IPv6 would hold all of IPv4.
  if (outer.family !== inner.family || outer.bits > inner.bits) return false;
  const list = new BlockList();
  list.addSubnet(outer.address, outer.bits, outer.family);
  return list.check(inner.address, inner.family);
}

/**
 * True if every address of `inner`, which may be a single one, lies in the same network of the
 * list.
 */
export function isWithin(inner: string, networks: readonly string[]): boolean {
  const wanted = network(inner);
  if (wanted === null) return false;
  return networks.map(network).some((outer) => outer !== null && holds(outer, wanted));
}
