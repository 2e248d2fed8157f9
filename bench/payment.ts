// Payments per second beside the same minimal writes in two commits, and our own time at half load.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { load } from './load.ts';
import { type Pair, percentile, reportFigure, reportPairs } from './measure.ts';
import type { Stage } from './stage.ts';

const clients = 16;
const seconds = 6;
const rounds = 3;

/**
 * The rows of one card sale with the columns and indexes of the product's own tables: intent and
 * attempt in the first commit; outcome, history, posting, audit and outbox in the second. `:n` is a
 * random number; ids are 20 characters.
 */
function minimalWrites(stage: Stage): { first: string[]; second: string[] } {
  const m = `'${stage.merchant_id}'`;
  const id = (letter: string) => `'${letter}' || lpad(:n::text, 19, '0')`;
  const now = 'clock_timestamp()';
  return {
    first: [
      `insert into transaction (merchant_id, id, type, status, response, response_code, currency, amount, base_amount, payment_method, payment_type, transaction_source, user_id, user_name, merchant_name, processor_id, processor_type, processor_name, method_digest, created_at, updated_at) values (${m}, ${id('t')}, 'sale', 'pending', 'pending', 0, 'usd', 1299, 1299, 'card', 'card', 'api', 'u', 'u', 'm', '${stage.card_processor_id}', 'tsys_sierra', 'p', md5(:n::text), ${now}, ${now})`,
      `insert into transaction_event values (${m}, ${id('t')}, 1, '', 'pending', 'create', 'u', 'u', 'r', ${now})`,
      `insert into rail_attempt (merchant_id, id, transaction_id, operation, processor_id, processor_type, reference, fingerprint, amount, currency, state, deadline_at, created_at) values (${m}, ${id('a')}, ${id('t')}, 'sale', '${stage.card_processor_id}', 'tsys_sierra', ${id('a')}, 'f', 1299, 'usd', 'sent', ${now}, ${now})`,
    ],
    second: [
      `update rail_attempt set state = 'answered', outcome = 'approved', response_code = 100, answered_at = ${now} where merchant_id = ${m} and id = ${id('a')}`,
      `update transaction set status = 'pending_settlement', response = 'approved', response_code = 100, amount_authorized = 1299, amount_captured = 1299, version = 2, captured_at = ${now} where merchant_id = ${m} and id = ${id('t')} and version = 1`,
      `insert into transaction_event values (${m}, ${id('t')}, 2, 'pending', 'pending_settlement', 'create', 'u', 'u', 'r', ${now})`,
      `with p as (insert into ledger_posting (owner_id, id, kind, key, source_type, source_id, effective_on, period) values (${m}, ${id('p')}, 'sale', 'sale:' || ${id('t')}, 'transaction', ${id('t')}, '2026-01-01', '2026-01') returning owner_id, id, recorded_at) insert into ledger_entry select p.owner_id, p.id, e.line, a.id, 'usd', e.amount, p.recorded_at from p, (values (1, 1299, 'processor_receivable'), (2, -1299, 'sales')) as e (line, amount, kind) join ledger_account a on a.owner_id = ${m} and a.kind = e.kind and a.currency = 'usd' and a.party in ('', '${stage.card_processor_id}')`,
      `insert into audit_log (merchant_id, id, verb, noun, noun_id, account_type, account_id, user_id, user_name, credential, ip_address, request_id, created_at) values (${m}, ${id('l')}, 'create', 'transaction', ${id('t')}, 'merchant', ${m}, 'u', 'u', 'api_key', '', 'r', ${now})`,
      `insert into outbox (merchant_id, id, kind, resource_id, sequence, payload, created_at, next_attempt_at) values (${m}, ${id('o')}, 'transaction_create', ${id('t')}, 1, '{}', ${now}, ${now})`,
    ],
  };
}

function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

function pgbench(stage: Stage): number {
  const { first, second } = minimalWrites(stage);
  const script = path.join(stage.data_dir, 'payment.sql');
  const lines = ['\\set n random(1, 9000000000000000)', 'begin;', ...first.map((s) => `${s};`)];
  writeFileSync(
    script,
    [...lines, 'end;', 'begin;', ...second.map((s) => `${s};`), 'end;', ''].join('\n'),
  );
  const url = new URL(stage.database_url);
  const args = ['-n', '-M', 'prepared', '-f', script, '-c', String(clients), '-j', '2'];
  const out = execFileSync(
    'pgbench',
    [
      ...args,
      '-T',
      String(seconds),
      '-h',
      url.hostname,
      '-p',
      url.port,
      '-U',
      url.username,
      url.pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }, encoding: 'utf8' },
  );
  return Number(/tps = ([\d.]+)/.exec(out)?.[1]);
}

/** The same SQL through `pg` where there is no pgbench (Q26). */
async function throughPg(stage: Stage): Promise<number> {
  const { first, second } = minimalWrites(stage);
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    const client = new pg.Client({ connectionString: stage.database_url });
    await client.connect();
    while (performance.now() < until) {
      const n = Math.floor(Math.random() * 9e15);
      for (const part of [first, second]) {
        const statements = part.map((text) => text.replaceAll(':n', String(n)));
        await client.query(['begin', ...statements, 'commit'].join(';'));
      }
      done++;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: clients }, worker));
  return done / seconds;
}

function sale(stage: Stage) {
  return {
    origin: stage.origin,
    path: '/api/transaction',
    key: stage.private_key,
    body: (n: number) =>
      JSON.stringify({
        type: 'sale',
        amount: 1299,
        order_id: `B${n}`,
        payment_method: {
          card: { number: '4012000077777777', expiration_date: '12/30', cvc: '999' },
        },
      }),
  };
}

/** Prints the payment lines; gives false where a floor is not kept. */
export async function benchPayments(stage: Stage): Promise<boolean> {
  const yardstick = hasPgbench() ? async () => pgbench(stage) : () => throughPg(stage);
  await load(sale(stage), clients, 3);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = await load(sale(stage), clients, seconds);
    if (ours.failures > 0) throw new Error(`${ours.failures} payments failed under load`);
    pairs.push({ ours: ours.per_second, yardstick: await yardstick() });
  }
  const floor = 0.35;
  const note = hasPgbench() ? 'pgbench' : 'no pgbench here: the same SQL through pg';
  const bar = { name: 'payments', unit: '/s', floor, goal: 0.6, better: 'more', note } as const;
  const ratio = reportPairs(bar, pairs);
  const half = Math.max(...pairs.map((pair) => pair.ours)) / 2;
  const calm = await load(sale(stage), clients, seconds, half);
  const times = { unit: 'ms', better: 'less' } as const;
  reportFigure(
    { ...times, name: 'payment p50 at half load, client and lab included', goal: 4 },
    percentile(calm.latencies_ms, 0.5),
  );
  reportFigure(
    { ...times, name: 'payment p99 at half load', goal: 15 },
    percentile(calm.latencies_ms, 0.99),
  );
  return ratio >= floor;
}
