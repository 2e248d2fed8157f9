// A minute of mixed load in which the API and PostgreSQL are killed again and again (quality R-T3).
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { placesIn, readPostmaster } from '../../db/embedded/embedded-process.ts';
import { migrate } from '../../db/migrate.ts';
import { urlOf } from '../global-setup.ts';
import { good_card } from '../tenants.ts';
import { audited, differences } from './books.ts';
import { onServer } from './cluster.ts';
import type { Call, HttpAnswer } from './http-client.ts';
import { boss, type KillWorker, openKillWorker } from './kill-worker.ts';
import { buildProduct } from './product.ts';

const clients = 8;
const api_every_ms: readonly [number, number] = [2_000, 5_000];
const database_every_ms = 15_000;
const a_month = 2_592_000;

interface StormRequest {
  call: Call;
  answer: HttpAnswer | null;
}

/** What the clients asked and heard, on disk before they go on. */
interface ClientBook {
  write(request: StormRequest): void;
  read(): StormRequest[];
  close(): void;
}

function openClientBook(folder: string): ClientBook {
  const file = path.join(folder, 'clients.ndjson');
  const fd = openSync(file, 'a');
  return {
    write(request) {
      writeSync(fd, `${JSON.stringify(request)}\n`);
      fsyncSync(fd);
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as StormRequest),
    close: () => closeSync(fd),
  };
}

/** One customer after another: a payment, then sometimes what follows a payment. */
async function client(worker: KillWorker, book: ClientBook, isOver: () => boolean, n: number) {
  const keyed = (path: string, body: object): Call => ({
    method: 'POST',
    path,
    credential: boss(worker),
    body: { ...body, idempotency_key: worker.nextKey(), idempotency_time: a_month },
  });
  const asked = async (call: Call) => {
    const answer = await worker.ask(call);
    book.write({ call, answer });
    // Nobody answers while the product is away: a client that waits a moment is a polite one.
    if (!answer || answer.status >= 500) await sleep(50);
    return answer;
  };
  for (let round = n; !isOver(); round++) {
    const type = round % 3 === 0 ? 'authorize' : 'sale';
    const card = { payment_method: { card: good_card } };
    const paid = await asked(keyed('/transaction', { type, amount: 1_000 + round, ...card }));
    const id = paid?.status === 200 ? paid.body.data.id : null;
    if (id === null || round % 2 === 0) continue;
    if (type === 'authorize') await asked(keyed(`/transaction/${id}/capture`, { amount: 700 }));
    else
      await asked(
        keyed(`/transaction/${id}/${round % 4 === 1 ? 'void' : 'tipadjust'}`, { tip: 50 }),
      );
  }
}

/** Of what was answered well, this part is asked again too. */
const every_answered = 10;

/** Every request that was left without a good answer is repeated; each comes to one outcome. */
async function repeatAll(worker: KillWorker, book: ClientBook): Promise<string[]> {
  const faults: string[] = [];
  const waiting = book
    .read()
    .filter(({ answer }, n) => answer?.status !== 200 || n % every_answered === 0);
  const work = async () => {
    for (let asked = waiting.shift(); asked; asked = waiting.shift()) {
      const again = await worker.ask(asked.call);
      const fault = repetitionFault(asked.answer, again);
      if (fault) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return faults;
}

function repetitionFault(answer: HttpAnswer | null, again: HttpAnswer | null): string | null {
  if (!again || again.status >= 500) {
    return `a repetition was answered ${again?.status}: ${again?.text.slice(0, 200)}`;
  }
  if (answer?.status === 200 && answer.text !== again.text) {
    return `200 ${answer.text.slice(0, 160)} became ${again.status} ${again.text.slice(0, 160)}`;
  }
  // An answer given while nobody knew is kept; what it became stands in the books.
  const is_open = /^(pending|unknown)$/.test(again.body.data?.status ?? '');
  return is_open && answer?.text !== again.text ? `it is still ${again.body.data.status}` : null;
}

/** Acknowledged payments that the database does not have, or has otherwise. */
async function acknowledged(worker: KillWorker, book: ClientBook): Promise<string[]> {
  const { rows } = await worker.fixture.owner.query<{ id: string; response_code: number }>(
    'select id, response_code from transaction',
  );
  const known = new Map(rows.map((row) => [row.id, row.response_code]));
  return book.read().flatMap(({ answer }) => {
    const data = answer?.status === 200 ? answer.body.data : null;
    if (data?.response_code !== 100 || known.get(data.id) === 100) return [];
    return [`${data.id} was acknowledged and is ${known.get(data.id) ?? 'gone'}`];
  });
}

interface Storm {
  worker: KillWorker;
  data_dir: string;
  api_kills: number;
  database_kills: number;
}

async function killApi(storm: Storm, isOver: () => boolean, seed: number): Promise<void> {
  const [least, most] = api_every_ms;
  for (let n = seed; !isOver(); n++) {
    await sleep(least + ((n * 7_919) % (most - least)));
    await storm.worker.product.kill();
    storm.api_kills += 1;
    await reviveStubbornly(storm.worker);
  }
}

/** The database may be away at this moment too. */
async function reviveStubbornly(worker: KillWorker): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    try {
      return await worker.revive();
    } catch {
      await sleep(250);
    }
  }
  throw new Error(`The product does not start again: ${worker.product.output().slice(-500)}`);
}

async function killDatabase(storm: Storm, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(database_every_ms);
    const postmaster = await readPostmaster(placesIn(storm.data_dir));
    if (!postmaster) throw new Error('There is no PostgreSQL to kill.');
    process.kill(postmaster.pid, 'SIGKILL');
    storm.database_kills += 1;
    await startAgain(storm.data_dir);
  }
}

/** Children of the killed server may hold its memory for a moment. */
async function startAgain(data_dir: string) {
  for (let tries = 0; ; tries++) {
    try {
      return await startEmbedded({ data_dir, durable: true, log: () => undefined });
    } catch (error) {
      if (tries > 40) throw error;
      await sleep(250);
    }
  }
}

/** Runs the storm and prints what it came to; false where anything is lost, doubled or wrong. */
export async function storm(seconds: number, seed: number): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-storm-'));
  const data_dir = path.join(folder, 'postgres');
  const [bundle, embedded] = await Promise.all([buildProduct(), startAgain(data_dir)]);
  const template = 'penstock_harness';
  await onServer(embedded.url, `create database ${template} template template0`);
  await migrate(urlOf(embedded.url, template));
  const worker = await openKillWorker({ server_url: embedded.url, template }, bundle);
  const book = openClientBook(folder);
  const state: Storm = { worker, data_dir, api_kills: 0, database_kills: 0 };
  const until_ms = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > until_ms;
  try {
    console.log(`${seconds} s of storm, seed ${seed}`);
    await Promise.all([
      ...Array.from({ length: clients }, (_, n) => client(worker, book, isOver, n)),
      killApi(state, isOver, seed),
      killDatabase(state, isOver),
    ]);
    const faults = await afterStorm(state, book);
    for (const fault of faults.slice(0, 40)) console.log(`RED ${fault}`);
    const asked = book.read();
    const heard = asked.filter(({ answer }) => answer?.status === 200).length;
    console.log(
      `${asked.length} requests, ${heard} acknowledged; API killed ${state.api_kills} times, ` +
        `PostgreSQL ${state.database_kills} times; ${faults.length} differences`,
    );
    return faults.length === 0 && heard > 0;
  } finally {
    book.close();
    await worker.close().catch(() => undefined);
    await (await startAgain(data_dir)).stop();
    bundle.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function afterStorm({ worker, data_dir }: Storm, book: ClientBook): Promise<string[]> {
  await startAgain(data_dir);
  await worker.fixture.reconnect();
  await reviveStubbornly(worker);
  const rested = await worker.bringToRest();
  const faults = [...(await acknowledged(worker, book)), ...(await repeatAll(worker, book))];
  const again = await worker.bringToRest();
  return [
    ...[rested, again].filter((words) => words !== null),
    ...faults,
    ...(await acknowledged(worker, book)),
    ...(await differences(worker.fixture.owner, worker.book)),
    ...(await audited(worker.fixture)),
  ];
}
