// `npm run test:races`: every ordered pair of actions on one transaction, 2 to 64 at once.
import { openCluster } from '../../server/testing/kill/cluster.ts';
import { openRaceWorld, type RaceWorld } from '../../server/testing/races/race-world.ts';
import {
  booksOf,
  duplicateRace,
  emptyTally,
  nameOf,
  pairs,
  parkPair,
  racePair,
  refundRace,
} from '../../server/testing/races/races.ts';

/** How many of each action run at once, round by round. */
const copies = [1, 1, 2, 8, 32];
const refund_rounds = 50;
const duplicate_rounds = 10;

async function allPairs(world: RaceWorld, only: string): Promise<string[]> {
  const racing = emptyTally();
  const parking = emptyTally();
  for (const pair of pairs) {
    if (!nameOf(pair).includes(only)) continue;
    const before = { ...racing, seen: racing.faults.length, parked: parking.faults.length };
    await racePair(world, pair, copies, racing);
    await parkPair(world, pair, parking);
    racing.faults.push(...(await booksOf(world)).map((fault) => `after ${nameOf(pair)}: ${fault}`));
    const faults = [...racing.faults.slice(before.seen), ...parking.faults.slice(before.parked)];
    const overlapped = racing.overlapped - before.overlapped;
    const rounds = racing.rounds - before.rounds;
    const verdict = faults.length === 0 ? 'ok ' : 'RED';
    console.log(`${verdict} ${nameOf(pair).padEnd(22)}${overlapped} of ${rounds} overlapped`);
    for (const fault of faults) console.log(`    ${fault}`);
  }
  const share = racing.overlapped / racing.rounds;
  console.log(
    `${racing.rounds} rounds at once, ${racing.overlapped} truly overlapped ` +
      `(${Math.round(share * 100)} %); ${parking.rounds} rounds with the first parked, ` +
      `${parking.overlapped} of them between its commit and its message`,
  );
  const faults = [...racing.faults, ...parking.faults];
  return share >= 0.5 ? faults : [...faults, 'less than half of the rounds overlapped'];
}

async function repetitions(world: RaceWorld): Promise<string[]> {
  const faults: (string | null)[] = [];
  for (let n = 0; n < refund_rounds; n++) faults.push(await refundRace(world));
  for (let n = 0; n < duplicate_rounds; n++) faults.push(await duplicateRace(world, `same-${n}`));
  const found = faults.filter((fault) => fault !== null);
  console.log(
    `64 refunds of 60 % at once: ${refund_rounds} rounds; 100 requests with one key: ` +
      `${duplicate_rounds} rounds; ${found.length} of them wrong`,
  );
  return [...found, ...(await booksOf(world))];
}

const started = performance.now();
const cluster = await openCluster();
const world = await openRaceWorld(cluster);
try {
  const only = process.argv[2] ?? '';
  const faults = [...(await allPairs(world, only)), ...(only ? [] : await repetitions(world))];
  for (const fault of faults) console.log(`RED ${fault}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${faults.length} violations in ${seconds} s`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await world.close();
  await cluster.stop();
}
process.exit();
