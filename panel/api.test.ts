// Calls of the panel: where they go, what they carry, what comes back, how they fail.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { open } from '../contract/access/access.ts';
import { endpoint, file, list, nothing, record } from '../contract/endpoint.ts';
import { stubBrowser } from './testing/browser.ts';

stubBrowser();
const { ApiError, call, fillPath, orElse } = await import('./api.ts');
const { bot_check_token } = await import('./session/bot-check.ts');
const { session } = await import('./session/session.ts');

const common = { access: open, rate_class: 'read', summary: '' } as const;
const thing = z.object({ id: z.string() });
const get = endpoint({ ...common, method: 'GET', path: '/thing/{id}', reply: record(thing) });
const many = endpoint({
  ...common,
  method: 'POST',
  path: '/things',
  input: z.object({ limit: z.int() }),
  reply: list(thing),
});
const report = endpoint({ ...common, method: 'POST', path: '/report', reply: file(['text/csv']) });

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const signed_in = { token: 't1', sid: 's1' } as NonNullable<ReturnType<typeof session.get>>;

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  fetched.mockReset();
  session.set(null);
});

function answers(status: number, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  fetched.mockResolvedValue(new Response(text, { status, headers: { 'x-correlation-id': 'c1' } }));
}

test('a record is what stands under data, asked with the bearer and the session id', async () => {
  session.set(signed_in);
  answers(200, { status: 'success', data: { id: 'a b' } });
  expect(await call(get, { params: { id: 'a/b' } })).toEqual({ id: 'a b' });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/thing/a%2Fb');
  expect(init?.headers).toMatchObject({ authorization: 'Bearer t1', 'x-session-id': 's1' });
  expect(init?.body).toBeUndefined();
});

test('a list gives its rows and its count, and says when the count is an estimate', async () => {
  answers(200, { data: [{ id: '1' }], total_count: 9, count_estimated: true });
  const found = await call(many, { input: { limit: 1 } });
  expect(found).toEqual({ rows: [{ id: '1' }], total_count: 9, count_estimated: true });
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"limit":1}');
});

test('a file is its bytes', async () => {
  answers(200, 'a,b\n');
  expect(await (await call(report)).text()).toBe('a,b\n');
});

test('a refusal is the server’s words with the correlation id', async () => {
  answers(400, { status: 'failed', msg: 'bad request error: invalid Limit' });
  const error = await call(many).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: 'bad request error: invalid Limit',
    correlation_id: 'c1',
    status: 400,
  });
});

test.each([get, many])(
  'what the envelope calls failed is no success under HTTP 200',
  async (of) => {
    answers(200, { status: 'failed', msg: 'The processor is not available.', data: { id: 'a' } });
    const error = await call(of as typeof get, { params: { id: 'a' } }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'The processor is not available.',
      correlation_id: 'c1',
      has_msg: true,
    });
  },
);

test.each([
  [502, '<html>Bad gateway</html>', 'The server could not complete the request (HTTP 502).'],
  [404, '<!doctype html>', 'The server refused the request (HTTP 404).'],
  [500, '', 'The server could not complete the request (HTTP 500).'],
  [500, '{"error":"trace"}', 'The server could not complete the request (HTTP 500).'],
  [200, '<html>Sign in to the network</html>', 'The response from the server could not be read.'],
  [200, '{"status":"success"}', 'The response from the server could not be read.'],
  [200, 'null', 'The response from the server could not be read.'],
  [503, 'Come back at noon.', 'Come back at noon.'],
])('an answer of %i without words of the server: %s', async (status, body, message) => {
  answers(status, body);
  const failure = await call(get, { params: { id: '1' } }).catch((error) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ message, status, has_msg: false });
});

test('an answer that breaks off on its way is a server that cannot be reached', async () => {
  const body = new ReadableStream({ start: (open) => open.error(new TypeError('cut')) });
  fetched.mockResolvedValue(new Response(body));
  await expect(call(get, { params: { id: '1' } })).rejects.toMatchObject({ status: 0 });
});

test('a 401 ends the session, except while signing in', async () => {
  session.set(signed_in);
  answers(401, { status: 'failed', msg: 'unauthorized' });
  await expect(call({ ...get, path: '/token-auth' })).rejects.toThrow('unauthorized');
  expect(session.get()).not.toBeNull();
  answers(401, { status: 'failed', msg: 'unauthorized' });
  await expect(call(get, { params: { id: '1' } })).rejects.toThrow('unauthorized');
  expect(session.get()).toBeNull();
});

test.each([get, report])(
  'a 401 of a former session leaves the one that began since',
  async (of) => {
    session.set(signed_in);
    let answer: (response: Response) => void = () => undefined;
    fetched.mockReturnValue(new Promise((done) => (answer = done)));
    const asked = call(of as typeof get, { params: { id: '1' } });
    const since = { ...signed_in, token: 't2', sid: 's2' };
    session.set(since);
    answer(Response.json({ status: 'failed', msg: 'unauthorized' }, { status: 401 }));
    await expect(asked).rejects.toThrow('unauthorized');
    expect(session.get()).toBe(since);
  },
);

test('an unreachable server is reported, an aborted call is not', async () => {
  fetched.mockRejectedValue(new TypeError('failed'));
  await expect(call(report)).rejects.toThrow('The server cannot be reached.');
  fetched.mockRejectedValue(new DOMException('', 'AbortError'));
  await expect(call(report)).rejects.toMatchObject({ cancelled: true });
});

test('a path without its parameter is a defect, not a call', () => {
  expect(() => fillPath('/a/{id}', {})).toThrow('needs id');
});

test('a failure without words takes those of the caller, one with words keeps them', async () => {
  const failing = async (body: unknown) => {
    answers(400, body);
    return await call(get, { params: { id: '1' } }).catch((error) => error);
  };
  const silent = orElse(await failing({ status: 'error' }), 'error reseting ip');
  expect(silent).toMatchObject({ message: 'error reseting ip', status: 400, correlation_id: 'c1' });
  const spoken = orElse(await failing({ msg: 'not found' }), 'error reseting ip');
  expect(spoken.message).toBe('not found');
});

test('a removal sends its input in the body: no code is part of an address', async () => {
  answers(200, { status: 'success', data: null });
  const remove = endpoint({
    ...common,
    method: 'DELETE',
    path: '/thing/{id}',
    input: z.object({ totp: z.string() }),
    reply: nothing(),
  });
  await call(remove, { params: { id: '1' }, input: { totp: '123456' } });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.body]).toEqual(['/api/thing/1', '{"totp":"123456"}']);
});

test("the proof of the bot check goes with its own call, a widget's token with all", async () => {
  const headersOf = (n: number) => fetched.mock.calls[n]?.[1].headers;
  fetched.mockImplementation(async () => new Response('{"data":{"id":"1"}}'));
  await call(get, { params: { id: '1' } });
  await call(get, { params: { id: '1' } }, { bot_check: 'proof' });
  bot_check_token.set('token');
  await call(get, { params: { id: '1' } });
  bot_check_token.set('');
  expect([0, 1, 2].map((n) => (headersOf(n) as Record<string, string>)['x-bot-check'])).toEqual([
    '',
    'proof',
    'token',
  ]);
});
