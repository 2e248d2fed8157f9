// The search of saved customers while somebody types, over a million of them.
import { ask } from './harness/ask.ts';
import { percentile, reportFigure } from './harness/measure.ts';
import { rested, type Stage, setStage } from './harness/stage.ts';

const rounds = 400;
const warm = 40;
const first_names = 'array[$$Ada$$,$$Bo$$,$$Cleo$$,$$Dario$$,$$Elif$$,$$Femi$$,$$Greta$$,$$Hugo$$]';
const parts = 'array[$$ba$$,$$ko$$,$$li$$,$$mer$$,$$nor$$,$$pan$$,$$ros$$,$$ti$$,$$va$$,$$zen$$]';

/** Made in the table alone: each customer with an address and the words it is found by. */
async function fill(stage: Stage, rows: number): Promise<void> {
  const name = (n: string) =>
    `initcap((${parts})[1 + ${n} % 10] || (${parts})[1 + ${n} / 10 % 10]
      || (${parts})[1 + ${n} / 100 % 10] || (${parts})[1 + ${n} / 1000 % 10])`;
  const made = `generate_series(1, $2::int) as n cross join lateral (
      select 'bench-' || n as id, (${first_names})[1 + n % 8] as first,
        ${name('(n::bigint * 7919 % 10000)::int')} as last,
        lpad((n % 10000)::text, 4, '0') as four) as one`;
  const values = [stage.merchant_id, rows];
  await stage.query('set session_replication_role = replica');
  await stage.query(
    `insert into customer (merchant_id, id, created_at, updated_at)
     select $1, id, now() - n * interval '1 second', now() from ${made}`,
    values,
  );
  await stage.query(
    `insert into customer_address (merchant_id, id, customer_id, hash, first_name, last_name,
       company, line_1, line_2, city, state, postal_code, country, email, phone, fax,
       created_at, updated_at)
     select $1, 'a' || lpad(n::text, 19, '0'), id, id, first, last, '', n || ' Main St', '',
       'Denver', 'CO', '80202', 'US', lower(first || '.' || last || n || '@shop.example'), '', '',
       now(), now() from ${made}`,
    values,
  );
  await stage.query(
    `insert into customer_word (merchant_id, word, customer_id)
     select distinct $1, word, id from ${made} cross join lateral unnest(array[
       id, 'bench', n::text, lower(first), lower(last), lower(first || ' ' || last),
       lower(last || ' ' || first), four, 'shop', 'example',
       lower(first || '.' || last || n || '@shop.example'), lower(last) || n]) as word
     order by word, id`,
    values,
  );
  await stage.query('reset session_replication_role');
  await stage.query('vacuum analyze customer, customer_address, customer_word');
  await stage.query('checkpoint');
}

/** What is typed: two letters that many begin with, names, both, a number, an address. */
const typed = ['ba', 'ad', 'ba ad', 'bakoli', 'cleo norpan', '77', '4242', 'greta.ros', 'bench-77'];

async function times(stage: Stage, q: string): Promise<number[]> {
  const path = `/vault/customer/global-search?q=${encodeURIComponent(q)}&limit=5`;
  const found: number[] = [];
  for (let n = 0; n < rounds / typed.length + warm; n++) found.push((await ask(stage, path)).ms);
  return found.slice(warm);
}

/** Prints the time of each kind of search, and the floor of all. */
export async function benchCustomers(rows: number): Promise<void> {
  const stage = await setStage({ durable: false });
  const started = performance.now();
  await fill(stage, rows);
  await rested(stage);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${rows} customers made in ${seconds} s`);
  const all: number[] = [];
  for (const q of typed) {
    const found = await times(stage, q);
    console.log(`  “${q}”: p95 ${percentile(found, 0.95).toFixed(1)} ms`);
    all.push(...found);
  }
  const bar = { unit: 'ms', better: 'less', floor: 15, goal: 15 } as const;
  reportFigure({ ...bar, name: 'search of customers while typing, p95' }, percentile(all, 0.95));
  await stage.close();
}
