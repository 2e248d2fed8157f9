// Page 1 of the transaction search at 100,000 and 1,000,000 rows, and the export beside a raw COPY.
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pair, percentile, reportFigure, reportPairs } from './measure.ts';
import type { Stage } from './stage.ts';

/** Fills the merchant's table up to `count` rows with copies of one settled sale over two years. */
export async function fillTo(stage: Stage, count: number): Promise<void> {
  const columns = await stage.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = 'transaction' order by ordinal_position`,
  );
  const names = columns.map((row) => row.column_name);
  const changed: Record<string, string> = {
    id: "lpad(to_hex(n), 20, '0')",
    created_at: "now() - n * interval '60 seconds' * (1000000.0 / $2::float8)",
    order_id: "'O' || n",
    amount: '1000 + n % 90000',
  };
  const values = names.map((name) => changed[name] ?? `t.${name}`);
  const [have] = await stage.query<{ count: number }>(
    'select count(*)::int as count from transaction where merchant_id = $1',
    [stage.merchant_id],
  );
  await stage.query(
    `insert into transaction (${names.join(', ')})
     select ${values.join(', ')} from generate_series($3::int, $2::int) as n,
       (select * from transaction where merchant_id = $1 and status = 'settled' and type = 'sale'
        and payment_type = 'card' order by created_at limit 1) as t
     on conflict do nothing`,
    [stage.merchant_id, count, (have?.count ?? 0) + 1],
  );
  await stage.query('vacuum analyze transaction');
}

async function searchOnce(stage: Stage, body: unknown): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${stage.origin}/api/transaction/search`, {
    method: 'POST',
    headers: { authorization: stage.private_key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`search answered ${answer.status}`);
  return performance.now() - started;
}

/** p95 of page 1 over searches of five filters, in milliseconds. */
export async function pageOne(stage: Stage): Promise<number> {
  const times: number[] = [];
  const end = new Date();
  for (let n = 0; n < 220; n++) {
    const start = new Date(end.getTime() - (7 + (n % 80)) * 86_400_000);
    const time = await searchOnce(stage, {
      status: { operator: '=', value: 'settled' },
      type: { operator: '=', value: 'sale' },
      payment_type: { operator: '=', value: 'card' },
      amount: { operator: '>', value: 1_000 + n },
      created_at: { start_date: start.toISOString(), end_date: end.toISOString() },
      limit: 10,
    });
    if (n >= 20) times.push(time);
  }
  return percentile(times, 0.95);
}

async function drain(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const part of stream) bytes += part.length;
  return bytes;
}

async function exportOurs(stage: Stage): Promise<{ seconds: number; first_byte_ms: number }> {
  const started = performance.now();
  const answer = await fetch(`${stage.origin}/api/transaction/report`, {
    method: 'POST',
    headers: { authorization: stage.private_key, 'content-type': 'application/json' },
    body: JSON.stringify({ created_at: { start_date: '2000-01-01', end_date: '2100-01-01' } }),
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`report answered ${answer.status}`);
  const reader = answer.body[Symbol.asyncIterator]();
  await reader.next();
  const first_byte_ms = performance.now() - started;
  await drain({ [Symbol.asyncIterator]: () => reader });
  return { seconds: (performance.now() - started) / 1000, first_byte_ms };
}

async function exportRaw(stage: Stage): Promise<number> {
  const client = new pg.Client({ connectionString: stage.database_url });
  await client.connect();
  const started = performance.now();
  const columns =
    'id, created_at, type, status, response_code, payment_method, payment_type, amount,' +
    ' amount_authorized, amount_captured, amount_settled, currency, order_id, po_number,' +
    ' user_name, processor_name, card_last_four, billing_address, email_address, description';
  await drain(
    client.query(
      copyTo(
        `copy (select ${columns} from transaction where merchant_id = '${stage.merchant_id}'` +
          ' order by created_at desc, id desc) to stdout csv header',
      ),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  return seconds;
}

/** Prints the lines of search and export. */
export async function benchSearch(stage: Stage): Promise<void> {
  const less = { unit: 'ms', better: 'less' } as const;
  await fillTo(stage, 100_000);
  const small = await pageOne(stage);
  reportFigure({ ...less, name: 'search page 1 p95 at 100,000 rows', goal: 8 }, small);
  await fillTo(stage, 1_000_000);
  const large = await pageOne(stage);
  reportFigure({ ...less, name: 'search page 1 p95 at 1,000,000 rows', goal: 8 }, large);
  reportFigure({ unit: '×', better: 'less', name: 'its growth', goal: 1.2 }, large / small);
  const pairs: Pair[] = [];
  const first_bytes: number[] = [];
  for (let round = 0; round < 3; round++) {
    const ours = await exportOurs(stage);
    first_bytes.push(ours.first_byte_ms);
    pairs.push({ ours: 1 / ours.seconds, yardstick: 1 / (await exportRaw(stage)) });
  }
  reportPairs(
    {
      name: 'CSV export of 1,000,000 rows',
      unit: 'exports/s',
      goal: 1,
      better: 'more',
      note: 'a raw COPY stream of the plain columns',
    },
    pairs,
  );
  reportFigure({ ...less, name: 'its first byte', goal: 150 }, percentile(first_bytes, 0.5));
}
