// The header table on every answer: each route, each file of the panel, each kind of error.

import { existsSync, readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramNames } from '../../contract/endpoint.ts';
import { resetBudgets } from '../testing/budgets.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import { answerHeaders, framePolicy, pagePolicy } from './security-headers.ts';

const assets = path.resolve(import.meta.dirname, '../../dist/panel/assets');

const world = openWorld({ lab: false });

type Headers = Record<string, unknown>;
const expected = answerHeaders(false);
const policy = 'content-security-policy';

/** Names of the headers that are missing or other than the table says. */
function faultsOf(headers: Headers, page = false): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => (page && name === policy ? false : headers[name] !== value))
    .map(([name]) => name);
}

async function faultsAt(method: string, url: string, payload?: string): Promise<string[]> {
  resetBudgets(world.services);
  const headers = payload === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await world.app.inject({ method: method as 'GET', url, headers, payload });
  const page = String(answer.headers['content-type']).startsWith('text/html');
  return faultsOf(answer.headers, page).map((name) => `${method} ${url.slice(0, 80)}: ${name}`);
}

describe('the header table', () => {
  it('stands on the answer of every route, refused or not', async () => {
    const faults: string[] = [];
    for (const { method, path: route } of world.endpoints) {
      const names = Object.fromEntries(paramNames(route).map((name) => [name, '0'.repeat(20)]));
      const url = `/api${route.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')}`;
      faults.push(...(await faultsAt(method, url, method === 'POST' ? '{}' : undefined)));
      // The page with the payment fields stands at the path of its call.
      if (route !== '/tokenizer/{key}') faults.push(...(await faultsAt('HEAD', url)));
    }
    expect(faults).toEqual([]);
  });

  it('is loosened for what other sites load: the payment fields and their script', async () => {
    const loosened = async (url: string) => {
      const { headers } = await world.app.inject({ method: 'GET', url });
      return faultsOf(headers);
    };
    expect(await loosened('/api/tokenizer/pub_0')).toEqual([
      'cross-origin-resource-policy',
      'x-frame-options',
      policy,
    ]);
    expect(await loosened('/tokenizer/tokenizer.js')).toEqual(['cross-origin-resource-policy']);
    expect(await loosened('/tokenizer-test')).toEqual([policy]);
  });

  it('stands on every file of the panel and on its page, whatever the path', async () => {
    const files = existsSync(assets) ? readdirSync(assets) : [];
    const urls = [...files.map((name) => `/assets/${name}`), '/', '/auth', '/no/such/path'];
    const faults: string[] = [];
    for (const url of urls) faults.push(...(await faultsAt('GET', url)));
    expect(faults).toEqual([]);
  });

  it('stands on every kind of error', async () => {
    const faults = [
      await faultsAt('GET', '/api/nowhere'),
      await faultsAt('PUT', '/api/user'),
      await faultsAt('GET', '/assets/no-such-file.js'),
      await faultsAt('GET', '/assets/%2e%2e/%2e%2e/package.json'),
      await faultsAt('GET', '/api/transaction/%ZZ'),
      await faultsAt('POST', '/api/token-auth', '{'),
      await faultsAt('POST', '/api/token-auth', `{"a":"${'x'.repeat(1_048_576)}"}`),
      await faultsAt('GET', '/api/openapi.json'),
    ];
    expect(faults.flat()).toEqual([]);
  });

  it('stands on what is answered before a request could be read', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as net.AddressInfo;
    const broken = [
      'HELLO\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ];
    const statuses: string[] = [];
    for (const bytes of broken) {
      const raw = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
        socket.on('data', (part) => {
          text += part.toString();
        });
        socket.on('close', () => resolve(text)).on('error', reject);
      });
      const lines = raw.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
      statuses.push(lines[0] ?? '');
      const headers = Object.fromEntries(
        lines.slice(1).map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      expect(faultsOf(headers)).toEqual([]);
    }
    expect(statuses).toEqual([
      'HTTP/1.1 400 Bad Request',
      'HTTP/1.1 431 Request Header Fields Too Large',
    ]);
  });

  it('keeps to TLS where the answer came by it', () => {
    expect(answerHeaders(true)['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect(expected['strict-transport-security']).toBeUndefined();
  });
});

describe('the policy of the payment fields', () => {
  it('lets the sites of the key frame them, and nothing be loaded from elsewhere', () => {
    const [any, some] = [framePolicy('abc', []), framePolicy('abc', ['https://shop.example'])];
    expect(any).toMatch(/; frame-ancestors \*$/);
    expect(some).toMatch(/; frame-ancestors 'self' https:\/\/shop\.example$/);
    for (const text of [any, some]) {
      expect(text).toContain("default-src 'none'; script-src 'self' 'nonce-abc'");
      expect(text).toContain("connect-src 'self'; base-uri 'none'; form-action 'none'");
      expect(text).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(text).not.toMatch(/unsafe|strict-dynamic|data:/);
    }
  });
});

describe("the page's policy", () => {
  it('lets in nothing inline, nothing evaluated, nothing from elsewhere, and takes a nonce', () => {
    const text = pagePolicy('abc');
    expect(text).not.toMatch(/unsafe|\*|https?:|strict-dynamic/);
    expect(text).toContain("script-src 'self' 'nonce-abc'");
    expect(text).toContain("require-trusted-types-for 'script'; trusted-types default");
    for (const closed of ['default-src', 'base-uri', 'frame-ancestors', 'object-src']) {
      expect(text).toContain(`${closed} 'none'`);
    }
  });

  it('lets Cloudflare in where its keys are configured, and nowhere else', () => {
    expect(pagePolicy('abc', { reader_bridge_port: 9000 })).toContain(
      "connect-src 'self' http://127.0.0.1:9000;",
    );
    const open = pagePolicy('abc', { turnstile: true });
    const theirs = 'https://challenges.cloudflare.com';
    expect(open).toContain(`script-src 'self' 'nonce-abc' ${theirs};`);
    expect(open).toContain(`frame-src 'self' ${theirs};`);
    expect(open.replaceAll(` ${theirs};`, ';')).toBe(pagePolicy('abc'));
  });

  it('lets the window of the bank link in where its keys are configured, and nowhere else', () => {
    const plaid_url = 'https://production.plaid.com';
    const open = pagePolicy('abc', { plaid_url });
    const script = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';
    expect(open).toContain(`script-src 'self' 'nonce-abc' ${script};`);
    expect(open).toContain("frame-src 'self' https://cdn.plaid.com;");
    expect(open).toContain(`connect-src 'self' ${plaid_url};`);
    const theirs = [` ${script};`, ' https://cdn.plaid.com;', ` ${plaid_url};`];
    const closed = theirs.reduce((text, one) => text.replace(one, ';'), open);
    expect(closed).toBe(pagePolicy('abc'));
  });

  it('has another nonce in every answer, in the header and in the page', async () => {
    const nonces = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const answer = await world.app.inject({ method: 'GET', url: '/' });
      if (!existsSync(assets)) return expect(answer.statusCode).toBe(404);
      const nonce = /'nonce-([^']+)'/.exec(String(answer.headers[policy]))?.[1] ?? '';
      expect(answer.headers[policy]).toBe(pagePolicy(nonce, { reader_bridge_port: 8787 }));
      expect(answer.body).toContain(`nonce="${nonce}"`);
      expect(answer.body).not.toContain('__NONCE__');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });
});
