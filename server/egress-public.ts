// Requests to addresses that users have given us: only to public space, checked where we connect.
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

export interface PublicRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** For the whole of it: name, connection, answer. */
  timeout_ms: number;
}

/** The status alone: what a receiver says besides is nobody's business (quality S6). */
export type PublicAnswer =
  | { kind: 'answered'; status: number }
  /** Nothing was sent: the address is not one we talk to. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string };

export interface PublicEgress {
  /** One POST; no redirects, no second try, no more than 64 KB of answer. Never throws. */
  post(request: PublicRequest): Promise<PublicAnswer>;
}

interface Resolved {
  address: string;
  family: number;
}

export interface PublicEgressParts {
  /** Whether receivers on this machine may be called, in plain too: dev and sandbox only. */
  allow_loopback: boolean;
  /** All addresses of a name; asked once for each request. */
  resolve?: (host: string) => Promise<Resolved[]>;
  /** Ports of public receivers. */
  ports?: readonly number[];
  /** Opens the connection to a checked address. */
  connect?: (to: { host: string; port: number }) => net.Socket;
}

const max_answer_bytes = 65_536;

// Everything that is not ordinary unicast space of the internet (IANA special-purpose registries).
const closed_v4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// Inside 2000::/3, which alone is open: Teredo and its neighbours, documentation, 6to4.
const closed_v6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

function listOf(subnets: readonly [string, number][], type: 'ipv4' | 'ipv6'): net.BlockList {
  const list = new net.BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, type);
  return list;
}

const v4_list = listOf(closed_v4, 'ipv4');
const v6_list = listOf(closed_v6, 'ipv6');
const v6_open = listOf([['2000::', 3]], 'ipv6');
const loopback_v4 = listOf([['127.0.0.0', 8]], 'ipv4');

/** Whether an address is ordinary public unicast; what is not plainly an address is not. */
export function isPublicAddress(address: string): boolean {
  if (net.isIPv4(address)) return !v4_list.check(address, 'ipv4');
  if (!net.isIPv6(address) || address.includes('%')) return false;
  return v6_open.check(address, 'ipv6') && !v6_list.check(address, 'ipv6');
}

function isLoopback(address: string): boolean {
  if (net.isIPv4(address)) return loopback_v4.check(address, 'ipv4');
  return address === '::1';
}

type Read = { url: URL; host: string; port: number; plain: boolean } | { reason: string };

/** Reads the address as the sender will; gives why it cannot be one, in words for its owner. */
function read(text: string, allow_loopback: boolean): Read {
  if (!URL.canParse(text)) return { reason: 'it is not a web address' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allow_loopback && url.protocol === 'http:')) {
    return { reason: 'it must start with https://' };
  }
  if (url.username !== '' || url.password !== '')
    return { reason: 'it must not contain a password' };
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') return { reason: 'it has no host name' };
  const plain = url.protocol === 'http:';
  return { url, host, port: Number(url.port || (plain ? 80 : 443)), plain };
}

/** Every answer must be fit to be called: one private address among public ones is a trap. */
function addressesFault(addresses: readonly string[], allow_loopback: boolean): string {
  if (addresses.length === 0) return 'its name is not known';
  const fit = (address: string) =>
    isPublicAddress(address) || (allow_loopback && isLoopback(address));
  return addresses.every(fit) ? '' : 'it does not lead to a public address';
}

/** Addresses of a name where we connect; an error unless all of them are public. */
export const publicLookup: net.LookupFunction = (host, options, callback) => {
  const give = (addresses: Resolved[]) => {
    const fault = addressesFault(
      addresses.map(({ address }) => address),
      false,
    );
    const [first] = addresses;
    if (fault !== '' || !first) callback(new Error(fault), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
  resolveAll(host).then(give, (error) => callback(error, []));
};

async function resolveAll(host: string): Promise<Resolved[]> {
  return await lookup(host, { all: true, verbatim: true });
}

/** Egress to receivers of webhooks and the like. */
export function makePublicEgress(parts: PublicEgressParts): PublicEgress {
  return {
    async post(request) {
      const ends = AbortSignal.timeout(request.timeout_ms);
      try {
        const found = await within(ends, find(request.url, parts));
        if ('reason' in found) return { kind: 'refused', reason: found.reason };
        return await send(found, request, parts, ends);
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error) };
      }
    },
  };
}

function within<T>(ends: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (ends.aborted) return reject(new Error('no answer in time'));
    ends.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
    work.then(resolve, reject);
  });
}

interface Found {
  url: URL;
  host: string;
  port: number;
  address: string;
}

async function find(text: string, parts: PublicEgressParts): Promise<Found | { reason: string }> {
  const { allow_loopback, resolve = resolveAll, ports = [443] } = parts;
  const seen = read(text, allow_loopback);
  if ('reason' in seen) return seen;
  const { url, host, port, plain } = seen;
  const literal = net.isIP(host) !== 0;
  const addresses = literal ? [host] : await namesOf(host, resolve);
  const reason = addressesFault(addresses, allow_loopback);
  if (reason !== '') return { reason };
  // Only on this machine may it be plain, or any port.
  if (!addresses.every(isLoopback)) {
    if (plain) return { reason: 'it must start with https://' };
    if (!ports.includes(port)) return { reason: 'it must use port 443' };
  }
  return { url, host, port, address: addresses[0] as string };
}

async function namesOf(
  host: string,
  resolve: (host: string) => Promise<Resolved[]>,
): Promise<string[]> {
  try {
    return (await resolve(host)).map(({ address }) => address);
  } catch {
    return [];
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut';
  if (/CERT|SIGNATURE|ALTNAME|ERR_SSL|EPROTO/.test(code)) return 'its certificate is not valid';
  if (code.startsWith('E') || code.startsWith('HPE_')) return 'the connection failed';
  return error instanceof Error ? error.message : 'the connection failed';
}

/** The address that was checked is the one that is called; its name is only said. */
function send(
  { url, host, port, address }: Found,
  request: PublicRequest,
  parts: PublicEgressParts,
  ends: AbortSignal,
): Promise<PublicAnswer> {
  const secure = url.protocol === 'https:';
  const body = Buffer.from(request.body);
  const { connect } = parts;
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions = {
      method: 'POST',
      host: address,
      port,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...request.headers,
        host: url.host,
        'content-length': body.length,
        connection: 'close',
      },
      ...(net.isIP(host) === 0 && { servername: host }),
      minVersion: 'TLSv1.2',
      ...(connect
        ? { createConnection: () => connect({ host: address, port }) }
        : { agent: false }),
    };
    const outgoing = (secure ? https : http).request(options);
    const stop = () => outgoing.destroy(new Error('no answer in time'));
    ends.addEventListener('abort', stop, { once: true });
    outgoing.on('error', reject);
    outgoing.on('close', () => ends.removeEventListener('abort', stop));
    outgoing.on('response', (incoming) => {
      // The status says it all; the rest is taken politely, within the limits, and dropped.
      resolve({ kind: 'answered', status: incoming.statusCode ?? 0 });
      let size = 0;
      incoming.on('error', () => undefined);
      incoming.on('data', (part: Buffer) => {
        size += part.length;
        if (size > max_answer_bytes) outgoing.destroy();
      });
    });
    outgoing.end(body);
  });
}
