// Which address a processor type has, how a request goes there, and when it is not sent at all.
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type Context, type Exchange, type ExchangeRequest, systemContext } from '../context.ts';
import { frameServices } from '../testing/frame-services.ts';
import { concurrency_limit } from './concurrency-limit.ts';
import type { ProcessorConfig } from './merchant-config.ts';
import { addressOf, isCutOff, sendGuarded } from './transport.ts';

const type = { key: 'tsys_sierra', sandbox_transport: 'lab' } as Parameters<typeof addressOf>[1];
const lab = 'http://127.0.0.1:4100';
const elsewhere = 'https://host.example';

const frameContext = systemContext(frameServices(), 'test');
const addressIn = (env: Record<string, string>) =>
  addressOf({ ...frameContext, config: readConfig(env), lab_url: () => lab }, type);
const production = { PENSTOCK_ENV: 'production', DATABASE_URL: 'postgres://x' };

it('is the lab of this process, or that of another where this one has none', () => {
  expect(addressIn({})).toBe(lab);
  const named = 'http://127.0.0.1:4200';
  expect(addressIn({ ALLOW_LAB: '0', RAIL_TSYS_SIERRA_URL: named })).toBe(named);
  expect(addressIn({ ALLOW_LAB: '0' })).toBe('');
});

it('in production leads to this machine only where somebody allows a lab', () => {
  for (const named of [lab, 'http://127.9.9.9:1', 'http://localhost:4100', 'http://[::1]:4100']) {
    expect(addressIn({ ...production, RAIL_TSYS_SIERRA_URL: named })).toBe('');
    expect(addressIn({ ...production, ALLOW_LAB: '1', RAIL_TSYS_SIERRA_URL: named })).toBe(named);
  }
  expect(addressIn({ ...production, RAIL_TSYS_SIERRA_URL: elsewhere })).toBe(elsewhere);
  expect(addressIn(production)).toBe('');
});

it('of a type that is no lab’s is none where nobody names one', () => {
  const context = { ...frameContext, lab_url: () => lab };
  expect(addressOf(context, { key: 'nmi' } as typeof type)).toBe('');
});

describe('a request', () => {
  const answered = (status: number): Exchange => ({ kind: 'answered', status, body: 'answer' });
  const dead: Exchange = { kind: 'no_answer', reason: 'dead' };
  const timeouts = { connect_seconds: 5, first_byte_seconds: 35, total_seconds: 45 };
  const request = { path: '/sierra/sale', body: '{}' };
  const processorOf = (id: string) =>
    ({ row: { id, type: type.key }, type: { ...type, timeouts } }) as unknown as ProcessorConfig;
  const one = processorOf('p1');

  /** A world of one line, whose clock stands where it is put. */
  function world(line: () => Promise<Exchange>) {
    const sent: ExchangeRequest[] = [];
    const warned = vi.fn();
    const at = { ms: 1_000_000 };
    const exchange = (message: ExchangeRequest) => {
      sent.push(message);
      at.ms += 7;
      return line();
    };
    const context: Context = {
      ...frameContext,
      lab_url: () => `${lab}//`,
      processor_health: new Map(),
      egress: { exchange },
      clock: { ...frameContext.clock, monotonicMs: () => at.ms },
      waited: { processor_ms: 1 },
      log: Object.assign(Object.create(frameContext.log), { warn: warned }),
    };
    const send = (harmless?: boolean, to = one) => sendGuarded(context, to, request, harmless);
    return { context, sent, warned, at, send };
  }

  it('goes to the address of its type, within the times of its type', async () => {
    const { context, sent, send } = world(async () => answered(200));
    expect(await send()).toEqual({ kind: 'answered', http_status: 200, body: 'answer' });
    expect(sent).toEqual([
      {
        url: `${lab}/sierra/sale`,
        body: '{}',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        connect_timeout_ms: 5_000,
        first_byte_timeout_ms: 35_000,
        total_timeout_ms: 45_000,
        max_answer_bytes: 1_048_576,
      },
    ]);
    expect(context.waited.processor_ms).toBe(8);
  });

  it.each([
    ['silence', dead, true],
    ['what was not sent', { kind: 'not_sent', reason: 'refused' } as Exchange, true],
    ['500', answered(500), true],
    ['499', answered(499), false],
  ])('is not sent after five of them: %s', async (_what, answer, opens) => {
    const { context, sent, warned, send } = world(async () => answer);
    for (let n = 0; n < 4; n++) await send();
    expect([isCutOff(context, one), warned.mock.calls.length]).toEqual([false, 0]);
    await send();
    expect(isCutOff(context, one)).toBe(opens);
    expect(warned).toHaveBeenCalledTimes(opens ? 1 : 0);
    const next = await send();
    expect(sent).toHaveLength(opens ? 5 : 6);
    if (!opens) return;
    expect(next).toEqual({
      kind: 'not_sent',
      reason: expect.stringContaining('is not responding'),
    });
    // A question has no effect, so it may find out; and another processor is another one.
    expect(await send(true)).toMatchObject({ kind: answer.kind });
    await send(false, processorOf('p2'));
    expect([sent.length, isCutOff(context, processorOf('p2'))]).toEqual([7, false]);
    const about = { alert: 'circuit_open', processor_id: 'p1', type: type.key };
    expect(warned.mock.calls).toEqual([[about, expect.stringContaining('does not answer')]]);
    context.processor_health.clear();
    expect(isCutOff(context, one)).toBe(false);
  });

  it('is not sent where the circuit opened while it stood in line', async () => {
    const ends: ((answer: Exchange) => void)[] = [];
    const { context, sent, send } = world(() => new Promise((resolve) => ends.push(resolve)));
    const first = Array.from({ length: concurrency_limit.at_once }, () => send());
    const late = send();
    await vi.waitFor(() => expect(ends).toHaveLength(concurrency_limit.at_once));
    for (const end of ends) end(dead);
    await Promise.all(first);
    expect(await late).toEqual({
      kind: 'not_sent',
      reason: expect.stringContaining('not responding'),
    });
    expect([sent.length, isCutOff(context, one)]).toEqual([concurrency_limit.at_once, true]);
  });

  it('is not sent where no place in line becomes free in time', async () => {
    vi.useFakeTimers();
    const { sent, send } = world(() => new Promise(() => undefined));
    for (let n = 0; n < concurrency_limit.at_once; n++) void send();
    const late = send();
    await vi.advanceTimersByTimeAsync(concurrency_limit.wait_ms);
    expect(await late).toEqual({ kind: 'not_sent', reason: expect.stringContaining('busy') });
    expect(sent).toHaveLength(concurrency_limit.at_once);
    vi.useRealTimers();
  });

  it('gives its place back, also where it fails', async () => {
    let count = 0;
    const { send } = world(async () => {
      count += 1;
      if (count <= 2 * concurrency_limit.at_once) throw new Error('killed');
      return answered(200);
    });
    for (let n = 0; n < 2 * concurrency_limit.at_once; n++) {
      await expect(send()).rejects.toThrow('killed');
    }
    expect((await send()).kind).toBe('answered');
  });
});
