// Makes the demo world in an empty database: accounts, eighteen months of payments, and what the
// lab knows.
import type { Context } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { digestKey } from '../keys/data-keys.ts';
import { postStatements } from '../ledger/write.ts';
import { type SeededMerchant, seedAccounts } from './accounts.ts';
import { seedApplePay } from './apple-pay.ts';
import type { Book, Draft } from './book.ts';
import { insertMany } from './bulk.ts';
import { seedCustomers } from './customers.ts';
import { makeSales } from './demo-sales.ts';
import { loadLab } from './lab-load.ts';
import { seedProcessors } from './processors.ts';
import { addSale } from './sales.ts';
import { makeDice } from './seeded-random.ts';
import { settleBook } from './settlements.ts';
import { seedTerminals } from './terminals.ts';

const days = 548;

/** Everything of the demo world; days are counted back from now. */
export async function seedDemo(context: Context): Promise<void> {
  const merchants = await seedAccounts(context);
  await Promise.all(merchants.map((merchant, n) => seedMerchant(context, merchant, n + 1)));
  const [first] = merchants;
  if (first) await seedApplePay(context, first);
}

async function seedMerchant(
  context: Context,
  merchant: SeededMerchant,
  seed: number,
): Promise<void> {
  const book: Book = {
    context,
    merchant,
    processors: await seedProcessors(context, merchant),
    dice: makeDice(seed),
    digest_key: await digestKey(context, merchant.id),
    now: context.clock.now(),
    transactions: [],
    events: [],
    attempts: [],
    postings: [],
    audits: [],
    outbox: [],
    batches: [],
  };
  const sales = makeSales(book.dice, merchant.trade, book.now, days);
  settleBook(
    book,
    sales.map((sale) => ({ sale, draft: addSale(book, sale) })),
  );
  await writeBook(context, book);
  await loadLab(context, book);
  await seedCustomers(context, merchant, seed);
  await seedTerminals(context, merchant);
}

/** Writes the rows in one commit, parents before children. */
async function writeBook(context: Context, book: Book): Promise<void> {
  const rows = book.transactions.map((draft: Draft) => draft.row);
  await inTransaction(context, book.merchant.id, async (tx) => {
    await insertMany(tx, 'settlement_batch', book.batches);
    await insertMany(tx, 'transaction', rows);
    await insertMany(tx, 'transaction_event', book.events);
    await insertMany(tx, 'rail_attempt', book.attempts);
    await insertMany(tx, 'audit_log', book.audits);
    await insertMany(tx, 'outbox', book.outbox);
    for (const statement of postStatements(context, book.postings))
      await tx.executeQuery(statement);
  });
}
