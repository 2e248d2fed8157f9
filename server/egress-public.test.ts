// Addresses that users give us: however they are spelled, nothing but public space is connected to.
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress, makePublicEgress } from './egress-public.ts';
import { spelled } from './testing/address-spellings.ts';

/** Nobody vouches for it; it opens nothing but this test's own listener. */
const self_signed = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLFv6aowt5ds2HcwU
axzDkcNVfcRSyScXULUMB1f8PvChRANCAATaQ/9FAeJDZsux+PQ7tNseRb7QlEDg
0WR8/EXGQYNlrUEkmDfZVG6NAZdmwwIN2NPbioOtMzI88c6r2wt+l/Xb
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUcwlzS86SQ5demaQ8W+VcRAvOunQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTE2NTg0NFoYDzIxMjYxMDI4
MTY1ODQ0WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATaQ/9FAeJDZsux+PQ7tNseRb7QlEDg0WR8/EXGQYNlrUEkmDfZVG6N
AZdmwwIN2NPbioOtMzI88c6r2wt+l/Xbo2QwYjAdBgNVHQ4EFgQUF2SldaqHJ2pM
8v2mrG7CbHPeOIcwHwYDVR0jBBgwFoAUF2SldaqHJ2pM8v2mrG7CbHPeOIcwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IDebz80ZN+LJOIq4rTUoP3DwSOdLLK8ek8x+AEWahJ//AiEAxKU8JDJSbyLoNF5M
hoRlAzQ0KjcixTgRDehUwqkYgpk=
-----END CERTIFICATE-----
`,
};

/** Connections that reached this machine. */
let connections = 0;
let listeners: net.Server[] = [];
let port: number;
const count = (socket: net.Socket) => {
  connections++;
  socket.destroy();
};
const listen = (server: net.Server, on_port: number, host: string) =>
  new Promise<net.Server | null>((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(on_port, host, () => resolve(server));
  });

beforeAll(async () => {
  const first = (await listen(net.createServer(count), 0, '127.0.0.1')) as net.Server;
  port = (first.address() as net.AddressInfo).port;
  const six = await listen(net.createServer(count), port, '::1');
  const others = ['127.0.0.2', '127.1.2.3'].map((host) =>
    listen(net.createServer(count), port, host),
  );
  listeners = [first, six, ...(await Promise.all(others))].filter((one) => one !== null);
});
afterAll(() => {
  for (const one of listeners) one.close();
});
beforeEach(() => {
  connections = 0;
});

const limits = { body: '{}', headers: {}, timeout_ms: 3_000 };
/** Names of a bad neighbourhood: what each of them answers. */
const names: Record<string, string[]> = {
  'private.example': ['10.1.2.3'],
  'loop.example': ['127.0.0.1'],
  'six.example': ['::1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'empty.example': [],
  localhost: ['127.0.0.1', '::1'],
};
const resolve = async (host: string) =>
  (names[host] ?? []).map((address) => ({ address, family: net.isIP(address) }));
// The port of the listeners is open here, so that it is the address alone that is refused.
const closed = () => makePublicEgress({ allow_loopback: false, resolve, ports: [443, port] });

describe('an address that is not public', () => {
  it('is spelled in more than sixty ways here', () => {
    expect(new Set(spelled).size).toBeGreaterThanOrEqual(60);
  });

  it.each(spelled)('as %j is refused, and nothing is connected to', async (host) => {
    for (const scheme of ['https', 'http']) {
      const answer = await closed().post({ url: `${scheme}://${host}:${port}/x`, ...limits });
      expect(answer.kind, JSON.stringify(answer)).toBe('refused');
      const plain = await closed().post({ url: `${scheme}://${host}/x`, ...limits });
      expect(plain.kind, JSON.stringify(plain)).toBe('refused');
    }
    expect(connections).toBe(0);
  });

  it.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:,x',
    'x',
    '//a/',
  ])('is none at all as %s', async (url) => {
    expect((await closed().post({ url, ...limits })).kind).toBe('refused');
  });
});

describe('a name', () => {
  it('that changes its answer is connected to where it was checked, or not at all', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1'], ['127.0.0.1']];
    let lookup_count = 0;
    const dialled: string[] = [];
    const egress = makePublicEgress({
      allow_loopback: false,
      ports: [port],
      resolve: async () => [{ address: answers[lookup_count++]?.[0] ?? '', family: 4 }],
      connect: ({ host }) => {
        dialled.push(host);
        const socket = new net.Socket();
        setImmediate(() => socket.destroy(new Error('not here')));
        return socket;
      },
    });
    const first = await egress.post({ url: `https://flip.example:${port}/`, ...limits });
    expect([first.kind, lookup_count, dialled]).toEqual(['failed', 1, ['93.184.215.14']]);
    const second = await egress.post({ url: `https://flip.example:${port}/`, ...limits });
    expect([second.kind, lookup_count, dialled.length]).toEqual(['refused', 2, 1]);
    expect(connections).toBe(0);
  });

  it('on another port than 443 is refused', async () => {
    names['public.example'] = ['93.184.215.14'];
    const egress = makePublicEgress({ allow_loopback: true, resolve });
    for (const url of ['https://public.example:8443/', 'http://public.example/']) {
      expect((await egress.post({ url, ...limits })).kind).toBe('refused');
    }
  });
});

describe('public space', () => {
  it('is what is left', () => {
    const open = ['93.184.215.14', '8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1'];
    const open_v6 = ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888'];
    for (const address of [...open, ...open_v6]) expect(isPublicAddress(address)).toBe(true);
    for (const text of ['', 'x', '1.2.3', '::ffff:8.8.8.8', '2606:4700::1%eth0', '01.1.1.1']) {
      expect(isPublicAddress(text)).toBe(false);
    }
  });
});

describe('a receiver on this machine, where that is allowed', () => {
  const egress = makePublicEgress({ allow_loopback: true });
  let server: http.Server;
  let url: string;
  const seen: string[] = [];
  const answers: Record<string, (reply: http.ServerResponse) => void> = {
    '/good': (reply) => reply.end('fine'),
    '/moved': (reply) => reply.writeHead(302, { location: '/good' }).end(),
    '/silent': () => undefined,
    '/cut': (reply) => reply.destroy(),
    '/endless': (reply) => {
      const timer = setInterval(() => reply.write('x'.repeat(10_000)), 1);
      reply.on('close', () => {
        clearInterval(timer);
        seen.push('closed');
      });
    },
  };
  beforeAll(async () => {
    server = http.createServer((request, reply) => {
      seen.push(String(request.url));
      answers[String(request.url)]?.(reply);
    });
    await listen(server, 0, '127.0.0.1');
    url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (to: string, timeout_ms = 3_000) => egress.post({ ...limits, url: to, timeout_ms });

  it('answers with its status', async () => {
    expect(await post(`${url}/good`)).toEqual({ kind: 'answered', status: 200 });
  });

  it('is not followed elsewhere', async () => {
    expect(await post(`${url}/moved`)).toEqual({ kind: 'answered', status: 302 });
    expect(seen.filter((one) => one === '/good')).toHaveLength(1);
  });

  it('has a limited time and may not talk for ever', async () => {
    expect(await post(`${url}/silent`, 100)).toEqual({
      kind: 'failed',
      reason: 'no answer in time',
    });
    expect(await post(`${url}/cut`)).toMatchObject({ kind: 'failed' });
    expect(await post(`${url}/endless`)).toEqual({ kind: 'answered', status: 200 });
    for (let n = 0; n < 100 && !seen.includes('closed'); n++) {
      await new Promise((go) => setTimeout(go, 20));
    }
    expect(seen).toContain('closed');
  });

  it('is still not a neighbour: only loopback is open', async () => {
    for (const to of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://0.0.0.0/']) {
      expect((await post(to)).kind).toBe('refused');
    }
  });

  it('must show a certificate that is valid for it', async () => {
    const secure = https.createServer(self_signed, (_request, reply) => reply.end());
    await listen(secure, 0, '127.0.0.1');
    const at = (secure.address() as net.AddressInfo).port;
    expect(await post(`https://127.0.0.1:${at}/`)).toEqual({
      kind: 'failed',
      reason: 'its certificate is not valid',
    });
    secure.close();
  });
});
