// One round of a race: two groups of racers on one transaction, and whether the end is possible.
import { recoverDue } from '../../payments/recovery/recovery.ts';
import type { Call, HttpAnswer } from '../kill/http-client.ts';
import { baseOf, closeDay, makeTarget, type Target } from './bases.ts';
import { type Action, type Base, isPossible, refund_amount } from './model.ts';
import { newRacer, type Racer, type RaceWorld } from './race-world.ts';

export interface Pair {
  first: Action;
  second: Action;
}

export interface Round {
  faults: string[];
  /** Both groups had reached the database before either had committed. */
  overlapped: boolean;
}

interface Runner {
  action: Action;
  name: string;
  racer: Racer;
}

/** What happens by itself, without a request. */
const by_itself: readonly Action[] = ['settle', 'return', 'inquiry'];

let keys = 0;

function nextKey(): string {
  keys += 1;
  return `racer-${keys}`;
}

/** The request of an action; `shared` is the key that all repetitions have in common. */
function callOf(target: Target, action: Action, shared: string): Call {
  const { id, credential, base } = target;
  const post = (path: string, body: object): Call => ({ method: 'POST', path, credential, body });
  const keyed = (key: string) => ({ idempotency_key: key, idempotency_time: 2_592_000 });
  const on = (what: string, body: object) => post(`/transaction/${id}/${what}`, body);
  switch (action) {
    case 'capture':
    case 'void':
      return on(action, keyed(nextKey()));
    case 'refund':
      return on('refund', { amount: refund_amount, ...keyed(nextKey()) });
    case 'approve':
    case 'decline':
      return on(`flagged/${action}`, {});
    case 'retry':
      return repeated(target, base, shared, on, post);
    default:
      throw new Error(`${action} is no request`);
  }
}

function repeated(
  target: Target,
  base: Base,
  shared: string,
  on: (what: string, body: object) => Call,
  post: (path: string, body: object) => Call,
): Call {
  const key = { idempotency_key: shared, idempotency_time: 2_592_000 };
  switch (base) {
    case 'authorized':
      return on('capture', key);
    case 'pending_settlement':
      return on('void', key);
    case 'settled':
      return on('refund', { amount: refund_amount, ...key });
    case 'flagged':
      return { ...on('flagged/approve', {}), headers: { 'idempotency-key': shared } };
    case 'pending':
      return post('/transaction', target.made_by);
  }
}

/** What happens by itself: recovery looks, or the day's batch closes and brings returns with it. */
async function happen(world: RaceWorld, target: Target, action: Action): Promise<void> {
  if (action === 'inquiry') await recoverDue(world.fixture.system);
  else await closeDay(world, target);
}

/** Gets racers ready; the function it gives lets all of them go in one tick. */
async function ready(world: RaceWorld, target: Target, runners: readonly Runner[], shared: string) {
  const asking = runners.filter(({ action }) => !by_itself.includes(action));
  const happening = runners.filter(({ action }) => by_itself.includes(action));
  const calls = asking.map(({ action }) => callOf(target, action, shared));
  const fire = await world.bursts.load(
    calls,
    asking.map(({ name }) => name),
  );
  return async () => {
    const answers = fire();
    const done = happening.map(({ action, name, racer }) =>
      world
        .asRacer(name, () => happen(world, target, action))
        .finally(() => {
          racer.ended_ms ||= performance.now();
        }),
    );
    const received = await answers;
    await Promise.all(done);
    for (const { racer } of asking) racer.ended_ms ||= performance.now();
    return asking.map((runner, n) => ({ runner, answer: received[n] as HttpAnswer }));
  };
}

function makeRunners(world: RaceWorld, pair: Pair, count: number): Runner[] {
  world.racers.clear();
  return [pair.first, pair.second].flatMap((action, group) =>
    Array.from({ length: count }, (_, n) => {
      const racer = newRacer(by_itself.includes(action));
      const runner = { action, name: `${group}-${n}`, racer };
      world.racers.set(runner.name, runner.racer);
      return runner;
    }),
  );
}

function didOverlap(firsts: readonly Runner[], seconds: readonly Runner[]): boolean {
  return firsts.some(({ racer: a }) =>
    seconds.some(({ racer: b }) => a.reached_ms < b.ended_ms && b.reached_ms < a.ended_ms),
  );
}

/** `count` of each at once. */
export async function race(world: RaceWorld, pair: Pair, count: number): Promise<Round> {
  const target = await targetOf(world, pair);
  const runners = makeRunners(world, pair, count);
  const go = await ready(world, target, runners, nextKey());
  const faults = await judge(world, pair, target, await go());
  return { faults, overlapped: didOverlap(runners.slice(0, count), runners.slice(count)) };
}

/** How long the second group may take before the parked one is let go. */
const patience_ms = 300;

/** The first is held between its first commit and its message until the second has run. */
export async function parked(world: RaceWorld, pair: Pair): Promise<Round> {
  const target = await targetOf(world, pair);
  const [first, second] = makeRunners(world, pair, 1) as [Runner, Runner];
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  let is_parked = false;
  const here = new Promise<void>((resolve) => {
    const say = () => {
      is_parked = true;
      resolve();
    };
    first.racer.park = { here: say, until };
  });
  const shared = nextKey();
  const goFirst = await ready(world, target, [first], shared);
  const goSecond = await ready(world, target, [second], shared);
  const firsts = goFirst();
  await Promise.race([here, firsts]);
  const seconds = goSecond();
  await Promise.race([seconds, new Promise((resolve) => setTimeout(resolve, patience_ms))]);
  release();
  const received = [...(await firsts), ...(await seconds)];
  return { faults: await judge(world, pair, target, received), overlapped: is_parked };
}

async function targetOf(world: RaceWorld, { first, second }: Pair): Promise<Target> {
  const returns = first === 'return' || second === 'return';
  const target = await makeTarget(world, baseOf(first), returns);
  // A batch is of a day of its own.
  if (by_itself.includes(first) || by_itself.includes(second)) await world.advance(86_400);
  return target;
}

/** Only bank entries are sent back; a card's batch just settles. */
const comesBack = ({ base }: Target) => base !== 'authorized' && base !== 'flagged';

interface Answered {
  runner: Runner;
  answer: HttpAnswer;
}

const declined_by_hand = 310;

/** A decline is an answer too: 200, with a code of its own; of who declines it is the success. */
function succeeds({ runner, answer: { status, body } }: Answered): boolean {
  const wanted = runner.action === 'decline' ? declined_by_hand : 100;
  return status === 200 && (body.data?.response_code ?? wanted) === wanted;
}

async function judge(
  world: RaceWorld,
  pair: Pair,
  target: Target,
  answers: readonly Answered[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { runner, answer } of answers) {
    if (answer.status !== 200 && answer.status !== 400) {
      faults.push(`${runner.action} was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
    }
  }
  const repetitions = answers.filter(({ runner }) => runner.action === 'retry');
  const texts = [...new Set(repetitions.map(({ answer }) => answer.text))];
  // A refusal that left nothing behind may read otherwise a moment later; a success may not.
  if (texts.length > 1 && repetitions.some(({ answer }) => answer.status === 200)) {
    const statements = texts.map((text) => text.slice(0, 120)).join(' and ');
    faults.push(`repetitions of one request were answered ${statements}`);
  }
  const winners = answers.filter(succeeds).map((one) => one.runner.action);
  const once = [...new Set(winners.filter((action) => action === 'retry'))];
  const succeeded = [...winners.filter((action) => action !== 'retry'), ...once];
  const { rows } = await world.fixture.owner.query<{ status: string; refunded: number }>(
    'select status, amount_refunded::float8 as refunded from transaction where id = $1',
    [target.id],
  );
  const end = rows[0] ?? { status: 'gone', refunded: 0 };
  const alone = [pair.first, pair.second]
    .filter((action) => by_itself.includes(action))
    .map((action) => (action === 'return' && !comesBack(target) ? 'settle' : action));
  const start = { status: target.base, refunded: 0 };
  if (succeeded.length > 6 || !isPossible(start, target.base, succeeded, alone, end)) {
    faults.push(
      `from ${start.status} with ${succeeded.join(', ') || 'nothing'} done it came to ` +
        `${end.status} (${end.refunded} refunded)`,
    );
  }
  if (end.status === start.status) faults.push(`nobody won: it is still ${end.status}`);
  return faults;
}
