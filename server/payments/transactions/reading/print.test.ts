// Printing a receipt, and what happened to a transaction: for those who may see it, nobody else.
import type { Readable } from 'node:stream';
import { buffer as bufferOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { inTransaction } from '../../../db/database.ts';
import { pdfPages } from '../../../testing/pdf-text.ts';
import { tree } from '../../../testing/worlds/search-world.ts';
import { openSettlementWorld } from '../../../testing/worlds/settlement-world.ts';
import { invalidateMerchant } from '../../merchant-config.ts';
import { transactionPrint } from './print.ts';
import { transactionRead } from './read.ts';
import { transactionHistory } from './read-history.ts';

let id: string;

const world = openSettlementWorld();
beforeAll(async () => {
  id = await world.pending({ amount: 1299, columns: { order_id: 'O-5', user_name: 'anna' } });
});

const merchant = () => world.as('merchant', tree.merchant);
const partner = () => world.as('partner', tree.partner);
const below = { merchantId: tree.merchant };
const no_input = {};

describe('a receipt', () => {
  it('is plain text with the amount, for the merchant and those above', async () => {
    const own = await transactionPrint.print(merchant(), { id }, no_input);
    expect(own).toContain('$12.99');
    expect(own).toContain('O-5');
    expect(await transactionPrint.printOf(partner(), { ...below, id }, no_input)).toBe(own);
  });

  it('of another account does not exist', async () => {
    const stranger = world.as('partner', tree.stranger);
    const foreign = transactionPrint.printOf(stranger, { ...below, id }, no_input);
    await expect(foreign).rejects.toThrow('not found');
    const other = world.as('merchant', tree.sub_merchant);
    await expect(transactionPrint.print(other, { id }, no_input)).rejects.toThrow('not found');
    await expect(transactionRead.get(other, { id }, no_input)).rejects.toThrow('not found');
  });
});

async function pagesOf({ body }: { body: unknown }): Promise<string[][]> {
  return pdfPages(await bufferOf(body as Readable));
}

/** What the merchant's terminals print, from now on. */
async function setPrinting(virtual_terminal: Record<string, unknown>): Promise<void> {
  const context = merchant();
  await inTransaction(context, tree.merchant, (tx) =>
    tx
      .updateTable('merchant')
      .set({ default_values: JSON.stringify({ virtual_terminal }) })
      .where('merchant_id', '=', tree.merchant)
      .execute(),
  );
  invalidateMerchant(context, tree.merchant);
}

describe('a receipt as PDF', () => {
  const pdf = { format: 'pdf' } as const;
  const lastLines = (pages: string[][]) => pages.map((lines) => lines.at(-1));

  it('holds the copies that are requested, else those of print_receipt', async () => {
    const file = await transactionPrint.printPdf(merchant(), { id }, pdf);
    expect(file).toMatchObject({
      content_type: 'application/pdf',
      filename: `receipt-${id}.pdf`,
    });
    const pages = await pagesOf(file as never);
    expect(pages[0]).toContain('Total USD  $12.99');
    expect(lastLines(pages)).toEqual(['Customer copy', 'Merchant copy']);
    for (const [print_receipt, copies] of [
      ['merchant', ['Merchant copy']],
      ['customer', ['Customer copy']],
      ['no', ['Customer copy']],
    ] as const) {
      await setPrinting({ print_receipt });
      const own = await transactionPrint.printPdf(merchant(), { id }, pdf);
      expect(lastLines(await pagesOf(own as never))).toEqual(copies);
    }
    const request = { ...pdf, copy: 'merchant' } as const;
    const [page = []] = await pagesOf(
      (await transactionPrint.printPdf(merchant(), { id }, request)) as never,
    );
    expect(page.slice(-2)).toEqual(['Signature', 'Merchant copy']);
    await setPrinting({ signature_required: false });
    const [unsigned] = await pagesOf(
      (await transactionPrint.printPdf(merchant(), { id }, request)) as never,
    );
    expect(unsigned).not.toContain('Signature');
  });

  it('names the brand that the merchant knows as its maker', async () => {
    const bytes = async () => {
      const file = await transactionPrint.printPdf(merchant(), { id }, pdf);
      return (await bufferOf((file as unknown as { body: Readable }).body)).toString('latin1');
    };
    expect(await bytes()).toContain('(Penstock)');
    const admin = world.as('admin', tree.admin);
    const brand = { title: 'Acme', brand_name: 'Acme Pay', domain: 'pay.acme.example' };
    await inTransaction(admin, null, (tx) =>
      tx
        .insertInto('branding')
        .values({ id: admin.ids.next(), partner_id: tree.partner, ...brand })
        .execute(),
    );
    expect(await bytes()).toContain('(Acme Pay)');
    expect(await bytes()).not.toContain('Penstock');
  });

  it('is there for those above, and for nobody else', async () => {
    const own = await transactionPrint.printPdf(merchant(), { id }, pdf);
    const above = await transactionPrint.printPdfOf(partner(), { ...below, id }, pdf);
    expect(await pagesOf(above as never)).toEqual(await pagesOf(own as never));
    const stranger = world.as('partner', tree.stranger);
    const foreign = transactionPrint.printPdfOf(stranger, { ...below, id }, pdf);
    await expect(foreign).rejects.toThrow('not found');
    const other = world.as('merchant', tree.sub_merchant);
    await expect(transactionPrint.printPdf(other, { id }, pdf)).rejects.toThrow('not found');
  });
});

describe('the history', () => {
  it('tells the status moves and, to those above, the ledger entries', async () => {
    const moves = await transactionHistory.events(merchant(), { id }, no_input);
    expect(moves).toMatchObject({
      total_count: 1,
      rows: [{ sequence: 1, from_status: '', to_status: 'pending_settlement', verb: 'create' }],
    });
    transactions.events.reply.schema.parse((moves as unknown as { rows: unknown[] }).rows[0]);
    const entries = await transactionHistory.ledgerOf(partner(), { ...below, id }, no_input);
    const lines = (entries as unknown as { rows: { account: string; amount: number }[] }).rows;
    for (const line of lines) transactions.ledgerOf.reply.schema.parse(line);
    expect(lines.map(({ account, amount }) => [account, amount])).toEqual([
      ['processor_receivable', 1299],
      ['sales', -1299],
    ]);
  });

  it('of another account does not exist', async () => {
    const stranger = world.as('partner', tree.stranger);
    const request = { ...below, id };
    await expect(transactionHistory.eventsOf(stranger, request, no_input)).rejects.toThrow(
      'not found',
    );
    await expect(transactionHistory.ledgerOf(stranger, request, no_input)).rejects.toThrow(
      'not found',
    );
  });
});
