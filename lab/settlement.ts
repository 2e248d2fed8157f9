// Closing an account's batch: what was open settles, ACH entries with a trigger come back.
import { returned } from './ach-host.ts';
import { accountAt, answered, type Desk, type Result } from './host.ts';
import { badRequest } from './request.ts';
import { type Answer, answerKey, type Item } from './world.ts';

/** Entries one ACH close takes, so that its lists of references stay below 1 MiB. */
const most_entries = 20_000;

interface Total {
  currency: string;
  sale_count: number;
  sale_amount: number;
  credit_count: number;
  credit_amount: number;
}

const isCredit = (item: Item): boolean =>
  item.operation === 'credit' || item.operation === 'refund';

function totalsOf(items: readonly Item[]): Total[] {
  const totals = new Map<string, Total>();
  for (const item of items) {
    const { currency } = item;
    const total = totals.get(currency) ?? {
      currency,
      sale_count: 0,
      sale_amount: 0,
      credit_count: 0,
      credit_amount: 0,
    };
    totals.set(currency, total);
    const kind = isCredit(item) ? 'credit' : 'sale';
    total[`${kind}_count`] += 1;
    total[`${kind}_amount`] += item.captured;
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function itemsOf(desk: Desk, ids: Iterable<string>, most: number): Item[] {
  const items: Item[] = [];
  for (const id of ids) {
    if (items.length === most) break;
    const item = desk.world.items.get(id);
    if (item) items.push(item);
  }
  return items;
}

const utcDay = (ms: number): number => Math.floor(ms / 86_400_000);

const report = (items: readonly Item[]) =>
  items.map(({ reference, id }) => ({ reference, transaction_id: id, code: 'R01' }));

/** What is still on its way in is in no batch. */
function hasArrived({ world, account, now }: Desk, item: Item): boolean {
  const known = world.answers.get(answerKey(account, item.reference));
  return known === undefined || known.arrives_at <= now;
}

/** Settles what is open; every close with something to settle has the account's next number. */
export function closeBatch(desk: Desk): Result {
  const account = accountAt(desk);
  const ach = desk.rail === 'ach';
  const open = itemsOf(desk, account.open, ach ? most_entries : Number.POSITIVE_INFINITY);
  const coming_back = itemsOf(desk, account.coming_back, most_entries).filter(
    (item) => utcDay(item.settled_at) < utcDay(desk.now),
  );
  const back = open.filter((item) => item.trigger === returned);
  const settling = open.filter((item) => item.trigger !== returned && hasArrived(desk, item));
  const batch = settling.length === 0 ? 0 : account.batch_number + 1;
  const changes: { id: string; set: Partial<Item> }[] = [];
  for (const { id, captured } of settling) {
    const set = { state: 'settled' as const, settled: captured, settled_at: desk.now, batch };
    changes.push({ id, set });
  }
  for (const { id } of back) changes.push({ id, set: { state: 'returned' } });
  for (const { id } of coming_back) changes.push({ id, set: { state: 'late_returned' } });
  const answer: Answer = {
    reference: desk.reference,
    operation: desk.operation,
    batch_number: batch,
    count: settling.length,
    totals: totalsOf(settling),
    text: ' ACCEPT',
  };
  if (ach) {
    answer.settled = settling.map(({ reference }) => reference);
    answer.returned = report(back);
    answer.late_returned = report(coming_back);
    answer.more = account.open.size > open.length;
  }
  return answered(desk, answer, '', { changes });
}

function whole(desk: Desk, name: string, from: number, to: number): number {
  const value = desk.body[name];
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to
    ? (value as number)
    : badRequest(name);
}

/** Members of a closed batch, page by page, in the order in which they settled. */
export function batchDetail(desk: Desk): Result {
  const number = whole(desk, 'batch_number', 1, Number.MAX_SAFE_INTEGER);
  const offset = whole(desk, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const limit = whole(desk, 'limit', 1, 5_000);
  const ids = accountAt(desk).batches.get(number) ?? [];
  const page = itemsOf(desk, ids.slice(offset, offset + limit), limit);
  const members = page.map(({ reference, id, operation, settled, currency }) => ({
    reference,
    transaction_id: id,
    operation,
    amount: settled,
    currency,
  }));
  const about = { reference: desk.reference, operation: desk.operation };
  return { answer: { ...about, batch_number: number, count: ids.length, members } };
}
