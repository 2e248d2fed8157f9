// How old clients really talk, over real sockets, byte by byte (gateway-api 1.6).
import net from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

let port: number;

const world = openWorld({ lab: false });
const tenants = openTenants(world);
beforeAll(async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.app.server.address() as net.AddressInfo).port;
});

interface Reply {
  status: number;
  headers: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  body: any;
  /** Everything that came over the socket. */
  raw: string;
}

/**
 * Writes bytes and reads until the other side closes. `write` is written once `after` has come in.
 */
function talk(bytes: string, later?: { after: string; write: string }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let raw = '';
    let waiting = later;
    socket.setEncoding('utf8').setTimeout(5_000, () => socket.destroy(new Error(`stuck: ${raw}`)));
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (text: string) => {
      raw += text;
      if (!waiting || !raw.includes(waiting.after)) return;
      socket.write(waiting.write);
      waiting = undefined;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(raw)));
  });
}

/** The last answer of a talk; 100 Continue comes before it. */
function parse(raw: string): Reply {
  const last = raw.slice(raw.lastIndexOf('HTTP/1.1 '));
  const [headers = '', body = ''] = last.split('\r\n\r\n');
  return {
    status: Number(headers.slice(9, 12)),
    headers: headers.toLowerCase(),
    body: body.startsWith('{') ? JSON.parse(body) : null,
    raw,
  };
}

const answers = (raw: string) => raw.split('HTTP/1.1 ').length - 1;

function request(method: string, path: string, headers: string[] = [], body = ''): string {
  const { private_key } = tenants.m1.boss;
  const own = headers.some((line) => /^authorization:/i.test(line));
  const lines = [
    `${method} /api${path} HTTP/1.1`,
    'Host: gateway.test',
    'Connection: close',
    ...(own ? [] : [`Authorization: ${private_key}`]),
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const json = (body: string) => [
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
];

describe('requests as old clients send them', () => {
  it.each(['GET', 'DELETE'])(
    '%s with an unannounced body on a closing socket: one answer',
    async (method) => {
      const path = method === 'GET' ? '/user' : `/user/apikey/${'0'.repeat(20)}`;
      const reply = await talk(request(method, path, [], '{}'));
      expect(reply.status).toBe(method === 'GET' ? 200 : 404);
      expect(answers(reply.raw)).toBe(1);
      expect(reply.body.status).toBe(method === 'GET' ? 'success' : 'failed');
    },
  );

  it('GET with an announced body of {}: the body is not looked at', async () => {
    for (const body of ['{}', '{"limit":"x"', '']) {
      const reply = await talk(request('GET', '/user/apikeys', json(body), body));
      expect([reply.status, answers(reply.raw)]).toEqual([200, 1]);
    }
  });

  it('POST with an empty chunked body that waits for 100 Continue is valid', async () => {
    const headers = [
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
    ];
    const later = { after: '100 Continue', write: '0\r\n\r\n' };
    const reply = await talk(request('POST', '/user/apikey', headers), later);
    expect(reply.raw.startsWith('HTTP/1.1 100 Continue')).toBe(true);
    expect(reply.status).toBe(200);
    expect(reply.raw).toContain('"api_key":"api_');
  });

  it('POST with no body and no content type at all is valid', async () => {
    expect((await talk(request('POST', '/user/apikey', ['Content-Length: 0']))).status).toBe(200);
  });

  it.each(['application/json', 'application/json; charset=UTF-8', 'text/plain', 'application/xml'])(
    'POST of JSON that calls itself %s is read as JSON',
    async (type) => {
      const body = '{"name":"typed"}';
      const headers = [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
      const reply = await talk(request('POST', '/user/apikey', headers, body));
      expect([reply.status, reply.raw.includes('"name":"typed"')]).toEqual([200, true]);
    },
  );

  it('token-auth takes a form as well as JSON, and answers the token at both places', async () => {
    const { username } = tenants.m1.boss.user;
    const form = new URLSearchParams({ username, password: tenant_password }).toString();
    const headers = [
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
      'Authorization: ',
    ];
    const { status, body } = await talk(request('POST', '/token-auth', headers, form));
    expect(status).toBe(200);
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(body.data).toEqual({ token: body.token, sid: body.sid });
    const cookies = [`Authorization: Bearer ${body.token}`, `Cookie: a=b; sid=${body.sid}`];
    expect((await talk(request('GET', '/user', cookies))).status).toBe(200);
    const foreign = [`Authorization: Bearer ${body.token}`, `Cookie: sid=${'0'.repeat(20)}`];
    expect((await talk(request('GET', '/user', foreign))).status).toBe(401);
  });
});

describe('requests that cannot be served', () => {
  it('malformed JSON is 400 in the envelope, and writes nothing', async () => {
    for (const body of ['{', '{"name":}', "{'name':1}", '{"name":1}x', '\u0001']) {
      const reply = await talk(request('POST', '/user/apikey', json(body), body));
      expect([reply.status, reply.body.status]).toEqual([400, 'failed']);
      expect(reply.headers).toContain('x-correlation-id');
    }
  });

  it('a body above a megabyte is 400, announced or not', async () => {
    const body = `{"name":"${'x'.repeat(1_048_576)}"}`;
    const announced = await talk(request('POST', '/user/apikey', json(body), body));
    expect([announced.status, announced.body?.status]).toEqual([400, 'failed']);
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const sneaked = await talk(request('POST', '/user/apikey', headers, chunked));
    expect([sneaked.status, sneaked.body?.status]).toEqual([400, 'failed']);
  });

  it('an unknown path and an unknown method are 404 in the envelope', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['PUT', '/user'],
      ['PATCH', '/user'],
      ['POST', '/'],
      ['GET', ''],
    ] as const) {
      const reply = await talk(request(method, path, ['Content-Length: 0']));
      expect([reply.status, reply.body], `${method} ${path}`).toEqual([
        404,
        { status: 'failed', msg: 'not found' },
      ]);
      expect(reply.headers).toMatch(/x-correlation-id: [0-9a-v]{20}/);
    }
  });

  it('a key with Bearer before it, a public key and a mangled key are 401', async () => {
    const { private_key, public_key } = tenants.m1.boss;
    const wrong = [`Bearer ${private_key}`, public_key, `${private_key}x`, 'Basic YTpi', 'api_'];
    for (const credential of wrong) {
      const reply = await talk(request('GET', '/user', [`Authorization: ${credential}`]));
      expect([reply.status, reply.body]).toEqual([401, { status: 'failed', msg: 'unauthorized' }]);
    }
  });

  it('bytes that are no HTTP are 400 in the envelope', async () => {
    const reply = await talk('HELLO THERE\r\n\r\n');
    expect([reply.status, reply.body?.status]).toEqual([400, 'failed']);
  });
});

it('every answer tells browsers to keep nothing and to guess nothing', async () => {
  const { headers } = await talk(request('GET', '/user'));
  expect(headers).toContain('cache-control: no-store');
  expect(headers).toContain('x-content-type-options: nosniff');
  expect(headers).toContain("content-security-policy: default-src 'none'");
  expect(headers).not.toContain('access-control-allow-origin');
  expect(headers).not.toContain('x-powered-by');
});
