// Closing an account's batch: what was open settles, ACH entries with a trigger come back.
import { returned } from './ach-host.ts';
import { accountAt, answered, type OperationContext, type Result } from './host.ts';
import { badRequest } from './request.ts';
import { type Answer, answerKey, type Item } from './world.ts';

/** Entries one ACH close takes, so that its lists of references stay below 1 MiB. */
const max_entries = 20_000;

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

function itemsOf(context: OperationContext, ids: Iterable<string>, most: number): Item[] {
  const items: Item[] = [];
  for (const id of ids) {
    if (items.length === most) break;
    const item = context.world.items.get(id);
    if (item) items.push(item);
  }
  return items;
}

const utcDay = (ms: number): number => Math.floor(ms / 86_400_000);

const report = (items: readonly Item[]) =>
  items.map(({ reference, id }) => ({ reference, transaction_id: id, code: 'R01' }));

/** What is still on its way in is in no batch. */
function hasArrived({ world, account, now }: OperationContext, item: Item): boolean {
  const known = world.answers.get(answerKey(account, item.reference));
  return known === undefined || known.arrives_at <= now;
}

/** Settles what is open; every close with something to settle has the account's next number. */
export function closeBatch(context: OperationContext): Result {
  const account = accountAt(context);
  const ach = context.rail === 'ach';
  const open = itemsOf(context, account.open, ach ? max_entries : Number.POSITIVE_INFINITY);
  const coming_back = itemsOf(context, account.coming_back, max_entries).filter(
    (item) => utcDay(item.settled_at) < utcDay(context.now),
  );
  const back = open.filter((item) => item.trigger === returned);
  const settling = open.filter((item) => item.trigger !== returned && hasArrived(context, item));
  const batch = settling.length === 0 ? 0 : account.batch_number + 1;
  const changes: { id: string; set: Partial<Item> }[] = [];
  for (const { id, captured } of settling) {
    const set = { state: 'settled' as const, settled: captured, settled_at: context.now, batch };
    changes.push({ id, set });
  }
  for (const { id } of back) changes.push({ id, set: { state: 'returned' } });
  for (const { id } of coming_back) changes.push({ id, set: { state: 'late_returned' } });
  const answer: Answer = {
    reference: context.reference,
    operation: context.operation,
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
  return answered(context, answer, '', { changes });
}

function whole(context: OperationContext, name: string, from: number, to: number): number {
  const value = context.body[name];
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to
    ? (value as number)
    : badRequest(name);
}

/** Members of a closed batch, page by page, in the order in which they settled. */
export function batchDetail(context: OperationContext): Result {
  const number = whole(context, 'batch_number', 1, Number.MAX_SAFE_INTEGER);
  const offset = whole(context, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const limit = whole(context, 'limit', 1, 5_000);
  const ids = accountAt(context).batches.get(number) ?? [];
  const page = itemsOf(context, ids.slice(offset, offset + limit), limit);
  const members = page.map(({ reference, id, operation, settled, currency }) => ({
    reference,
    transaction_id: id,
    operation,
    amount: settled,
    currency,
  }));
  const about = { reference: context.reference, operation: context.operation };
  return { answer: { ...about, batch_number: number, count: ids.length, members } };
}
