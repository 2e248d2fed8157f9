// No cell of a report computes, whichever text of a transaction somebody wrote a formula into.
import { text as textOf } from 'node:stream/consumers';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { address_fields } from '../../../../contract/addresses.ts';
import { report_input } from '../../../../contract/payments/transactions/search.ts';
import { offered_fields } from '../../../../contract/reports/output-fields.ts';
import { openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import { reportFile } from './report.ts';

const world = openSearchWorld();

const corpus = [
  '=1+1',
  '=cmd|"/c calc"!A0',
  '=HYPERLINK("http://127.0.0.1/?"&A1,"click")',
  '=IMPORTXML(CONCAT("http://127.0.0.1/",A1),"//a")',
  '=DDE("cmd";"/C calc";"!A0")',
  '+1+cmd|"/c calc"!A0',
  '-2+3+cmd|"/c calc"!A0',
  '-1-1',
  '+49 (0)30 1',
  '@SUM(1+1)*cmd|"/c calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1+1',
  '－1-1',
  '＠SUM(1)',
  '=1+1","=2+2',
  '=1+1;=2+2',
  "='1",
  '-',
  '=',
  '--1',
  '-1e5',
  '+.5',
];
/** Texts that people write; what the product itself words (types, masks, addresses) is none. */
const texts = [
  'order_id',
  'description',
  'user_name',
  'merchant_name',
  'processor_name',
  'terminal_id',
  'idempotency_key',
  'customer_id',
  'terminal_description',
  'group_name',
  'email_address',
];
/** What makes a spreadsheet compute, after the quotes of the file are gone. */
const computes = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;

it('every text of every cell is disarmed, and says what was written', async () => {
  const po_number = '=po()';
  for (const text of corpus) {
    const everywhere = Object.fromEntries(texts.map((name) => [name, text]));
    const address = JSON.stringify(Object.fromEntries(address_fields.map((name) => [name, text])));
    const answer = { auth_code: text, processor_response_code: text, cardholder_name: text };
    await world.add({
      ...everywhere,
      po_number,
      billing_address: address,
      shipping_address: address,
      line_items: JSON.stringify([{ name: text, quantity: text, unit_price: 1, amount: 1 }]),
      custom_fields: JSON.stringify({ [text]: [text] }),
      response_body: JSON.stringify({ card: answer }),
    });
  }
  const input = report_input.parse({
    po_number: { operator: '=', value: po_number },
    include_line_items: true,
  });
  const fields = offered_fields.transaction;
  const as = world.as('merchant', tree.merchant);
  const file = await reportFile(as, { input, merchant_id: '', fields });
  const csv = await textOf(file.body);
  const rows: Record<string, string>[] = parseCsv(csv, { columns: true });
  expect(rows).toHaveLength(corpus.length);
  const armed = rows.flatMap((row) =>
    Object.entries(row).filter(([, cell]) => computes.test(cell) && !number.test(cell)),
  );
  expect(armed).toEqual([]);
  const descriptions = rows.map(({ description = '' }) => description.replace(/^'/, ''));
  expect(descriptions.sort()).toEqual([...corpus].sort());
});
