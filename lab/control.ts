// The control API: the clock for the product; scripts, logs and loading for tests and the seed.

import { achTrigger } from './ach-host.ts';
import { stamp } from './clock.ts';
import { type Lab, type Reply, record, settleAll } from './operations.ts';
import {
  accountName,
  amountOf,
  type Body,
  badRequest,
  currencyOf,
  part,
  referenceOf,
  text,
} from './request.ts';
import type { Logged } from './scripts.ts';
import { type Answer, answerKey, type Item, type Rail } from './world.ts';

/** Requests as they were seen, the newest 5,000, numbered from 1. */
export interface WireLog {
  add(entry: Omit<Logged, 'n'>): void;
  since(n: number): Logged[];
  reset(): void;
}

export function wireLog(): WireLog {
  let entries: Logged[] = [];
  let n = 0;
  return {
    add: (entry) => {
      n += 1;
      entries.push({ n, ...entry });
      if (entries.length > 10_000) entries = entries.slice(-5_000);
    },
    since: (from) => entries.filter((entry) => entry.n > from).slice(-5_000),
    reset: () => {
      entries = [];
    },
  };
}

/** Moves the clock forward; an earlier or equal time changes nothing. */
export async function setClock(lab: Lab, body: Body): Promise<Answer> {
  const to = Date.parse(text(body, 'now'));
  if (Number.isNaN(to)) badRequest('now');
  const ahead = to - lab.clock.now();
  if (ahead > 0) {
    const offset_ms = lab.clock.offset() + ahead;
    record(lab, { kind: 'clock', offset_ms });
    lab.clock.setOffset(offset_ms);
    await lab.journal.durable();
  }
  return { now: stamp(lab.clock.now()) };
}

async function reset(lab: Lab, log: WireLog): Promise<Answer> {
  lab.scripts.reset();
  log.reset();
  await lab.journal.reset();
  record(lab, { kind: 'reset', sequence: lab.world.sequence });
  if (lab.clock.offset() > 0) record(lab, { kind: 'clock', offset_ms: lab.clock.offset() });
  await lab.journal.durable();
  return { reset: true };
}

const item_operations = ['sale', 'authorize', 'credit', 'verify', 'refund'] as const;
const item_states = [
  'declined',
  'verified',
  'authorized',
  'pending',
  'settled',
  'voided',
  'returned',
  'late_returned',
] as const;

/** Number of the batch that it settled in; 0 where it has not, or nobody says. */
function batchOf(body: Body): number {
  const { batch = 0 } = body;
  return Number.isSafeInteger(batch) && (batch as number) >= 0
    ? (batch as number)
    : badRequest('item.batch');
}

/** One line of a load: an item that was at the host before the journal began. */
function loadedItem(line: Body): Item {
  const rail: Rail = text(line, 'rail') === 'ach' ? 'ach' : 'card';
  const item = part(line, 'item');
  const at = Date.parse(text(item, 'at'));
  const id = text(item, 'transaction_id');
  if (Number.isNaN(at)) badRequest('item.at');
  if (id === '' || id.startsWith('TS0')) badRequest('item.transaction_id');
  const settled = amountOf(item, 'settled_amount');
  return {
    id,
    account: accountName(rail, line),
    rail,
    reference: referenceOf(item),
    operation:
      item_operations.find((name) => name === item.operation) ?? badRequest('item.operation'),
    state: item_states.find((name) => name === item.state) ?? badRequest('item.state'),
    currency: currencyOf(item),
    approved: amountOf(item),
    captured: amountOf(item, 'captured_amount'),
    settled,
    refunded: amountOf(item, 'refunded_amount'),
    parent: '',
    last_four: text(item, 'last_four').slice(-4),
    fingerprint: '',
    trigger: achTrigger(text(item, 'routing_number')),
    available_at: 0,
    at,
    settled_at: settled > 0 ? at : 0,
    batch: batchOf(item),
  };
}

/** Takes JSON lines; a reference the host knows is left as it is, so a load can be repeated. */
async function load(lab: Lab, lines: string): Promise<Answer> {
  let loaded = 0;
  let known = 0;
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue;
    const item = loadedItem(JSON.parse(line) as Body);
    if (lab.world.answers.has(answerKey(item.account, item.reference))) {
      known += 1;
      continue;
    }
    const { reference, operation, id, currency, approved } = item;
    const ach = item.rail === 'ach';
    const declined = item.state === 'declined';
    const answer: Answer = {
      reference,
      operation,
      transaction_id: id,
      amount: approved,
      currency,
      approved_amount: declined ? 0 : approved,
      network_code: declined ? 'D0' : ach ? '000' : '00',
      text: declined ? 'DECLINED' : ach ? 'Successful' : 'APPROVAL TAS000 ',
      auth_code: ach || declined ? '' : 'TAS000',
      avs: '',
      cvv: '',
      at: stamp(item.at),
    };
    record(lab, { kind: 'loaded', item, answer });
    loaded += 1;
  }
  await lab.journal.durable();
  return { loaded, known };
}

function state(lab: Lab, reference: string): Answer {
  const { world, clock, scripts } = lab;
  const items = reference
    ? [...world.items.values()].filter((item) => item.reference === reference)
    : undefined;
  const accounts = [...world.accounts].map(([account, { open, batch_number }]) => ({
    account,
    open: open.size,
    batch_number,
  }));
  return {
    now: stamp(clock.now()),
    items: items?.map(({ fingerprint: _, ...item }) => item) ?? world.items.size,
    references: world.answers.size,
    scripts: scripts.waiting(),
    accounts,
  };
}

/** Answers a call of the control API that only LAB_CONTROL=1 opens; null where there is none. */
export async function control(
  lab: Lab,
  log: WireLog,
  method: string,
  url: URL,
  raw: string,
): Promise<Reply | null> {
  const ok = (body: Answer): Reply => ({ status: 200, body, fault: { do: 'none' } });
  const call = `${method} ${url.pathname}`;
  switch (call) {
    case 'GET /control/requests':
      return ok({ requests: log.since(Number(url.searchParams.get('since') ?? 0)) });
    case 'POST /control/script':
      lab.scripts.add(JSON.parse(raw) as Body);
      return ok({ scripts: lab.scripts.waiting() });
    case 'POST /control/settle':
      return ok({ batches: await settleAll(lab) });
    case 'POST /control/reset':
      return ok(await reset(lab, log));
    case 'GET /control/state':
      return ok(state(lab, url.searchParams.get('reference') ?? ''));
    case 'POST /control/load':
      return ok(await load(lab, raw));
    default:
      return null;
  }
}
