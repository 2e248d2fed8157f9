// Two of the three journals side by side: our database and the lab's, by reference and amount.
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { apply, emptyWorld, type Item, type LabEvent, type World } from '../../../lab/world.ts';
import { runAudits } from '../../db/audit.ts';
import type { Fixture } from './fixture.ts';

/** Reads the lab's journal as it grows. */
export interface LabBook {
  world: World;
  read(): void;
}

export function openLabBook(data_dir: string): LabBook {
  const file = path.join(data_dir, 'lab', 'journal.ndjson');
  const world = emptyWorld();
  let offset = 0;
  return {
    world,
    read() {
      const fd = openSync(file, 'r');
      const parts: Buffer[] = [];
      for (;;) {
        const part = Buffer.alloc(1 << 20);
        const size = readSync(fd, part, 0, part.length, offset + Buffer.concat(parts).length);
        if (size === 0) break;
        parts.push(part.subarray(0, size));
      }
      closeSync(fd);
      const bytes = Buffer.concat(parts);
      const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
      offset += whole.length;
      for (const line of whole.toString('utf8').split('\n')) {
        if (line !== '') apply(world, JSON.parse(line) as LabEvent);
      }
    },
  };
}

interface Ours {
  merchant_id: string;
  id: string;
  type: string;
  status: string;
  currency: string;
  amount: number;
  amount_authorized: number;
  amount_captured: number;
  amount_settled: number;
  amount_refunded: number;
  /** References of its own attempts: those that can make an item at the processor. */
  references: string[];
}

/** Statuses in which a transaction moved or holds money, beside those that once did. */
const live = new Set([
  'authorized',
  'flagged',
  'flagged_partner',
  'pending_settlement',
  'settled',
  'partially_refunded',
  'refunded',
  'returned',
  'late_return',
]);

const fitting: Readonly<Record<string, readonly string[]>> = {
  authorized: ['authorized', 'flagged', 'flagged_partner'],
  pending: ['pending_settlement'],
  settled: ['settled', 'partially_refunded', 'refunded'],
  voided: ['voided', 'declined'],
  returned: ['returned'],
  late_returned: ['late_return'],
};

async function ours(owner: pg.Client): Promise<Ours[]> {
  const { rows } = await owner.query(
    `select t.merchant_id, t.id, t.type, t.status, t.currency, t.amount::float8,
      t.amount_authorized::float8, t.amount_captured::float8, t.amount_settled::float8,
      t.amount_refunded::float8,
      coalesce(array_agg(a.reference) filter (where a.operation in
        ('sale', 'authorize', 'credit', 'refund') and a.recovery_of = ''), '{}') as "references"
    from transaction t left join rail_attempt a
      on a.merchant_id = t.merchant_id and a.transaction_id = t.id
    where t.payment_type <> 'cash' group by t.merchant_id, t.id`,
  );
  return rows as Ours[];
}

const givesBack = (item: Item) => item.operation === 'refund' || item.operation === 'credit';

/** Pairs of amounts that must be equal: ours, theirs. */
function amountsOf(t: Ours, item: Item): [string, number, number][] {
  switch (item.state) {
    case 'authorized':
      return [['authorized', t.amount_authorized, item.approved]];
    case 'pending':
      return givesBack(item)
        ? [['amount', t.amount, item.captured]]
        : [['captured', t.amount_captured, item.captured]];
    case 'settled':
      return givesBack(item)
        ? [['amount', t.amount, item.settled]]
        : [
            ['settled', t.amount_settled, item.settled],
            ['refunded', t.amount_refunded, item.refunded],
          ];
    default:
      return [];
  }
}

function compareItem(item: Item, t: Ours | undefined): string[] {
  if (!t) return [`${item.operation} ${item.reference} moved money that no row knows`];
  const faults: string[] = [];
  const say = (words: string) => faults.push(`${t.type} ${t.id} (${t.status}): ${words}`);
  if (!fitting[item.state]?.includes(t.status)) say(`it is ${item.state} at the processor`);
  if (t.currency !== item.currency) say(`${t.currency} here, ${item.currency} there`);
  for (const [name, here, there] of amountsOf(t, item)) {
    if (here !== there) say(`${name} ${here} here, ${there} there`);
  }
  return faults;
}

/** Sentences on every difference between database and lab; empty where they are one. */
export async function differences(owner: pg.Client, book: LabBook): Promise<string[]> {
  book.read();
  const rows = await ours(owner);
  const by_reference = new Map(rows.flatMap((t) => t.references.map((one) => [one, t] as const)));
  const faults: string[] = [];
  const found = new Map<string, number>();
  for (const item of book.world.items.values()) {
    if (item.state === 'declined' || item.state === 'verified') continue;
    const t = by_reference.get(item.reference);
    faults.push(...compareItem(item, t));
    if (t && item.state !== 'voided') found.set(t.id, (found.get(t.id) ?? 0) + 1);
  }
  for (const t of rows) {
    const count = found.get(t.id) ?? 0;
    if (count > 1) faults.push(`${t.type} ${t.id}: ${count} approved charges at the processor`);
    if (live.has(t.status) && count === 0) {
      faults.push(`${t.type} ${t.id} (${t.status}): nothing stands at the processor`);
    }
    if (t.status === 'pending' || t.status === 'unknown') {
      faults.push(`${t.type} ${t.id} is still ${t.status}`);
    }
  }
  return faults;
}

/** Every audit query; one sentence for each that returns rows. */
export async function audited(fixture: Pick<Fixture, 'services'>): Promise<string[]> {
  const results = await runAudits(fixture.services.database);
  return results
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, sentence, rows }) => `${name}: ${sentence} ${JSON.stringify(rows[0])}`);
}
