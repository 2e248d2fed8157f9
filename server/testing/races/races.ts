// All races: every ordered pair of actions, refunds beyond the sale, one key a hundred times.
import { bookWaitingReturns } from '../../payments/settlement/returns.ts';
import { audited, differences } from '../kill/books.ts';
import type { Call, HttpAnswer } from '../kill/http-client.ts';
import { makeTarget, type Target } from './bases.ts';
import { actions, refund_amount } from './model.ts';
import type { RaceWorld } from './race-world.ts';
import { type Pair, parked, type Round, race } from './rounds.ts';

export interface Tally {
  rounds: number;
  overlapped: number;
  faults: string[];
}

export const pairs: readonly Pair[] = actions.flatMap((first) =>
  actions.map((second) => ({ first, second })),
);

export const nameOf = ({ first, second }: Pair): string => `${first} × ${second}`;

export const emptyTally = (): Tally => ({ rounds: 0, overlapped: 0, faults: [] });

function count(tally: Tally, round: Round, name: string): void {
  tally.rounds += 1;
  if (round.overlapped) tally.overlapped += 1;
  tally.faults.push(...round.faults.map((fault) => `${name}: ${fault}`));
}

/** Rounds of one pair, `copies` of each action at once. */
export async function racePair(
  world: RaceWorld,
  pair: Pair,
  copies: readonly number[],
  tally: Tally,
): Promise<void> {
  for (const many of copies)
    count(tally, await race(world, pair, many), `${nameOf(pair)} (${many})`);
}

/** The same pair with the first held before its message leaves. */
export async function parkPair(world: RaceWorld, pair: Pair, tally: Tally): Promise<void> {
  count(tally, await parked(world, pair), `${nameOf(pair)}, the first parked`);
}

/**
 * What database, lab and audit queries say after the rounds. Bank entries that came back while
 * their payment was open are booked by recovery's next look, which is taken here.
 */
export async function booksOf(world: RaceWorld): Promise<string[]> {
  await bookWaitingReturns(world.fixture.system);
  const faults = await differences(world.fixture.owner, world.book);
  return [...faults.slice(0, 5), ...(await audited(world.fixture))];
}

const many_refunds = 64;

/** Sixty-four refunds of sixty per cent at once: exactly one may succeed. */
export async function refundRace(world: RaceWorld): Promise<string | null> {
  const target = await makeTarget(world, 'settled', false);
  const calls = Array.from({ length: many_refunds }, () => ({
    method: 'POST' as const,
    path: `/transaction/${target.id}/refund`,
    credential: target.credential,
    body: { amount: refund_amount },
  }));
  const answers = await (await world.bursts.load(calls, []))();
  const won = answers.filter(({ body }) => body.data?.response_code === 100).length;
  const lost = answers.filter(({ status }) => status === 400).length;
  return won === 1 && won + lost === many_refunds ? null : `${won} refunds won, ${lost} lost`;
}

const many_duplicates = 100;
/** A request that is shed is sent again this often, as its answer asks a client to. */
const max_rounds = 20;

/** Sends requests at once, and those that are shed once more, until each is answered. */
async function answersToAll(world: RaceWorld, calls: readonly Call[]): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  let left = calls.length;
  for (let round = 0; left > 0 && round < max_rounds; round += 1) {
    const now = await (await world.bursts.load(calls.slice(0, left), []))();
    const is_last = round === max_rounds - 1;
    answers.push(...now.filter(({ status }) => status !== 503 || is_last));
    left = calls.length - answers.length;
  }
  return answers;
}

/** One payment requested a hundred times under one key: one execution, equal bytes. */
export async function duplicateRace(world: RaceWorld, key: string): Promise<string | null> {
  const { m1 } = world.fixture.tenants;
  const target: Target = await makeTarget(world, 'authorized', false);
  const body = { ...target.made_by, type: 'sale', idempotency_key: key };
  const call = { method: 'POST' as const, path: '/transaction', credential: m1.boss.private_key };
  const calls = Array.from({ length: many_duplicates }, () => ({ ...call, body }));
  const answers = await answersToAll(world, calls);
  const texts = new Set(answers.map(({ text }) => text));
  const { rows } = await world.fixture.owner.query<{ count: number }>(
    'select count(*)::int as count from transaction where idempotency_key = $1',
    [key],
  );
  const bad = answers.find(({ status }) => status !== 200);
  if (bad) return `a duplicate was answered ${bad.status}: ${bad.text.slice(0, 200)}`;
  if (rows[0]?.count !== 1) return `${rows[0]?.count} rows stand under one key`;
  return texts.size === 1 ? null : `${texts.size} different answers to one key`;
}
