// Reports as CSV beside COPY of the same columns (P12), their first byte and their memory (P13).
import { ask, newestOf } from './harness/ask.ts';
import { median, type Pair, reportFigure, reportPairs } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';
import { copySeconds, madeBy } from './harness/yardstick.ts';
import { mostMegabytes } from './memory.ts';

const rounds = 5;
/** Each takes the whole table twice. */
const file_rounds = 1;
const streamed_rows = 49_000;

const address_fields =
  'first_name last_name company address_line_1 address_line_2 city state postal_code country' +
  ' phone fax email';
const answered = [
  ['masked_card', 'masked_account_number'],
  ...['auth_code', 'processor_response_code', 'processor_response_text'].map((name) => [
    name,
    name,
  ]),
  ...['avs_response_code', 'cvv_response_code'].map((name) => [name, name]),
];

/** The columns of a report as they are stored: no formats, no guard, no local time. */
const columns = [
  'id, merchant_id, merchant_name, created_at, type, status, response, response_code, currency',
  'amount, base_amount, amount_authorized, amount_captured, amount_settled, amount_refunded',
  'tip_amount, surcharge, service_fee, payment_adjustment, discount_amount, tax_amount',
  'shipping_amount, national_tax_amount, duty_amount, payment_method, payment_type, card_funding',
  ...answered.map(
    ([card, ach]) =>
      `coalesce(response_body -> 'card' ->> '${card}', response_body -> 'ach' ->> '${ach}')`,
  ),
  'processor_id, processor_type, processor_name, order_id, po_number, description, user_name',
  'transaction_source, customer_id, subscription_id, referenced_transaction_id',
  'settlement_batch_id, ip_address, email_address',
  ...['billing', 'shipping'].flatMap((kind) =>
    address_fields.split(' ').map((name) => `${kind}_address ->> '${name}'`),
  ),
  'captured_at, settled_at',
].join(', ');

function plainQuery(stage: Stage, since: Date): string {
  return `select ${columns} from transaction where merchant_id = '${stage.merchant_id}'
    and created_at >= '${since.toISOString()}' order by created_at desc, id desc`;
}

interface Report {
  seconds: number;
  first_byte_ms: number;
  type: string;
  text: string;
}

async function report(stage: Stage, since: Date, keep = false): Promise<Report> {
  const started = performance.now();
  const answer = await fetch(`${stage.origin}/api/transaction/report`, {
    method: 'POST',
    headers: { authorization: stage.private_key, 'content-type': 'application/json' },
    body: JSON.stringify({ created_at: { start_date: since.toISOString() } }),
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`report answered ${answer.status}`);
  const decoder = new TextDecoder();
  let first_byte_ms = 0;
  let text = '';
  for await (const chunk of answer.body) {
    first_byte_ms ||= performance.now() - started;
    if (keep) text += decoder.decode(chunk as Uint8Array, { stream: true });
  }
  const type = answer.headers.get('content-type') ?? '';
  return { seconds: (performance.now() - started) / 1_000, first_byte_ms, type, text };
}

/** The moment back to which the merchant has about this many transactions. */
async function sinceFor(stage: Stage, rows: number): Promise<Date> {
  const [found] = await stage.query<{ at: Date }>(
    `select created_at as at from transaction where merchant_id = $1
     order by created_at desc, id desc limit 1 offset $2`,
    [stage.merchant_id, rows - 1],
  );
  return found?.at ?? (await newestOf(stage));
}

/** Asks for everything and waits for the file; gives the seconds until it was whole. */
async function exportAll(stage: Stage): Promise<{ seconds: number; rows: number }> {
  const started = performance.now();
  const { type, text } = await report(stage, new Date(0), true);
  if (!type.includes('json')) throw new Error('a large report was not answered by an export');
  const { export_id } = JSON.parse(text).data;
  for (;;) {
    const { state, rows } = JSON.parse((await ask(stage, `/export/${export_id}`)).text).data;
    if (state === 'done') return { seconds: (performance.now() - started) / 1_000, rows };
    if (state === 'failed') throw new Error('the export failed');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Prints P12 and P13. */
export async function benchExport(stage: Stage): Promise<void> {
  const since = await sinceFor(stage, streamed_rows);
  const streamed: Pair[] = [];
  const written: Pair[] = [];
  const first_bytes: number[] = [];
  let rows = 0;
  await report(stage, since);
  for (let round = 0; round < rounds; round++) {
    const ours = await report(stage, since);
    first_bytes.push(ours.first_byte_ms);
    const raw = await copySeconds(stage, plainQuery(stage, since));
    streamed.push({ ours: streamed_rows / ours.seconds, yardstick: streamed_rows / raw });
  }
  for (let round = 0; round < file_rounds; round++) {
    const all = await exportAll(stage);
    rows = all.rows;
    const raw_all = await copySeconds(stage, plainQuery(stage, new Date(0)));
    written.push({ ours: all.rows / all.seconds, yardstick: all.rows / raw_all });
  }
  const note = `COPY of the same columns, ${madeBy('psql')}`;
  const bar = { unit: 'rows/s', better: 'more', floor: 0.7, goal: 1, note } as const;
  reportPairs({ ...bar, name: `P12 report of ${streamed_rows} rows, streamed` }, streamed);
  reportPairs({ ...bar, name: `P12 report of ${rows} rows, as a file` }, written);
  const less = { better: 'less' } as const;
  const first = { ...less, unit: 'ms', floor: 150, goal: 150 };
  reportFigure({ ...first, name: 'P13 first byte of a report' }, median(first_bytes));
  const small = await sinceFor(stage, 10_000);
  const few = await mostMegabytes(stage.pid, () => report(stage, small));
  const many = await mostMegabytes(stage.pid, () => exportAll(stage));
  const growth = { ...less, unit: 'MB', floor: 64, goal: 64 };
  reportFigure({ ...growth, name: `P13 memory from 10,000 to ${rows} rows` }, many - few);
}
