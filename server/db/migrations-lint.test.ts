// The rules every table keeps, read from the catalogue of the migrated database (quality 5.3).
import { describe, expect, it } from 'vitest';
import { openDatabase, openOwner } from '../testing/worlds/open-world.ts';
import { readMigrations } from './migrate.ts';

/** Tables that belong to no single tenant, and why; all others are a tenant's. */
const global_tables: Readonly<Record<string, string>> = {
  account: 'the tree itself',
  account_closure: 'who reaches whom',
  account_tree: 'one row, locked while the tree changes',
  partner: 'profile of an account that is no merchant',
  branding: 'addressed by domain before there is a caller',
  apple_pay_domain: 'one file a host, whosever; read by host before there is a caller',
  branding_logo: 'shown before there is a caller',
  user_account: 'user names are unique everywhere; rows are protected by account',
  user_session: 'found by token before there is a caller',
  api_key: 'found by hash before there is a caller; rows are protected by account',
  sign_in_event: 'sign-in tries, by whom is not known',
  sign_in_try: 'counted by name and place before there is a caller',
  one_time_code: 'found by hash before there is a caller',
  password_history: 'hashes of a user, read while a password is reset before there is a caller',
  known_device: 'read at sign-in, before there is a caller',
  user_factor: 'read at sign-in, before there is a caller; secrets are sealed',
  passkey_challenge: 'found by hash before there is a caller',
  bot_check_used: 'proofs used before there is a caller',
  recovery_code: 'hashes, read at sign-in, before there is a caller',
  terms_version: 'the same for everybody',
  terms_acceptance: 'asked when a session begins',
  request_log: 'requests of everybody, read by correlation id',
  job: "the runner's own list",
  sandbox_clock: 'one row',
  clock_lease: 'which clock each process goes by',
  migration: "the migrator's own list",
  ledger_kind: 'the chart of accounts, the same for all',
  settings_version: 'one number for all processes',
  audit_run: 'when the audits ran; what they found lies with its owner',
};
/** Global, but with rows of an account: row security stands on this column. */
const protected_globals: Readonly<Record<string, string>> = {
  user_account: 'account_id',
  api_key: 'account_id',
};
/** Policies beside the four, each for reading alone, and why. */
const more_policies: Readonly<Record<string, string>> = {
  'news_item news_from_above': 'news is read one step below whoever wrote it',
};
/** The tenant's column; the ledger also keeps books of partners and of the platform. */
const ownerColumn = (table: string) => (table.startsWith('ledger_') ? 'owner_id' : 'merchant_id');

const database = openDatabase();
const client = openOwner(() => database.url);

async function names(query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map((row) => row.name);
}

const tables = () =>
  names(`select relname as name from pg_class where relkind in ('r', 'p')
    and relnamespace = 'public'::regnamespace order by 1`);
const tenantTables = async () => (await tables()).filter((name) => !(name in global_tables));

interface Index {
  table: string;
  name: string;
  unique: boolean;
  primary: boolean;
  /** The first columns, in order. */
  columns: string[];
  method: string;
  predicate: string;
}
/** Predicates that no sale by card and API key without custom fields fulfils. */
const left_out = [
  "type <> 'sale'",
  "payment_type <> 'card'",
  "referenced_transaction_id <> ''",
  "custom_fields <> '{}'",
  "transaction_source <> 'api'",
];
const leavesSalesOut = (predicate: string) =>
  left_out.some((one) => predicate.startsWith(`(${one}::`) && predicate.endsWith(')'));

const indexes = async () =>
  (
    await client.query<Index>(`
      select t.relname as table, i.relname as name, x.indisunique as unique,
        x.indisprimary as primary, am.amname as method,
        coalesce(pg_get_expr(x.indpred, x.indrelid), '') as predicate,
        array(select coalesce(a.attname, '') from unnest(x.indkey) with ordinality k(n, place)
          left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n
          order by k.place)::text[] as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_am am on am.oid = i.relam
      where t.relnamespace = 'public'::regnamespace`)
  ).rows;

interface ForeignKey {
  name: string;
  table: string;
  target: string;
  columns: string[];
  target_columns: string[];
  deferrable: boolean;
}
const foreignKeys = async () =>
  (
    await client.query<ForeignKey>(`
      select c.conname as name, t.relname as table, f.relname as target,
        condeferrable as deferrable,
        array(select a.attname from unnest(c.conkey) with ordinality k(n, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n
          order by place)::text[] as columns,
        array(select a.attname from unnest(c.confkey) with ordinality k(n, place)
          join pg_attribute a on a.attrelid = f.oid and a.attnum = k.n order by place)::text[]
          as target_columns
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_class f on f.oid = c.confrelid
      where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
  ).rows;

describe('a tenant table', () => {
  it('has its owner first in the primary key and in every unique index', async () => {
    const all = await indexes();
    const wrong: string[] = [];
    for (const table of await tenantTables()) {
      const own = all.filter((index) => index.table === table);
      if (!own.some((index) => index.primary)) wrong.push(`${table} has no primary key`);
      for (const index of own.filter(({ unique }) => unique)) {
        if (index.columns[0] !== ownerColumn(table)) wrong.push(index.name);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refers to other tenant tables by composite keys that start with the owner', async () => {
    const tenants = new Set(await tenantTables());
    const keys = (await foreignKeys()).filter(({ table }) => tenants.has(table));
    expect(keys.length).toBeGreaterThan(5);
    const wrong = keys.filter(({ table, target, columns, target_columns }) => {
      const column = protected_globals[target] ?? ownerColumn(target);
      if (!tenants.has(target) && !(target in protected_globals)) {
        return target !== 'account' && target !== 'ledger_kind';
      }
      return columns[0] !== ownerColumn(table) || target_columns[0] !== column;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('has row security enabled and forced, with the four standard policies', async () => {
    const { rows } = await client.query<{ name: string; on: boolean; policies: string[] }>(
      `
      select relname as name, relrowsecurity and relforcerowsecurity as on,
        array(select polname from pg_policy p where p.polrelid = c.oid
          and not (polcmd = 'r' and relname || ' ' || polname = any ($1)) order by 1)::text[]
          as policies
      from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
      [Object.keys(more_policies)],
    );
    const policies = ['tenant_delete', 'tenant_insert', 'tenant_read', 'tenant_update'];
    const protect = [...(await tenantTables()), ...Object.keys(protected_globals)];
    const open = rows.filter(
      ({ name, on, policies: own }) =>
        protect.includes(name) && !(on && own.join() === policies.join()),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('compares its owner column in each policy, and writes to the named merchant', async () => {
    const { rows } = await client.query<{
      table: string;
      name: string;
      seen: string;
      check: string;
    }>(`
      select c.relname as table, polname as name, coalesce(pg_get_expr(polqual, c.oid), '') as seen,
        coalesce(pg_get_expr(polwithcheck, c.oid), '') as check
      from pg_policy p join pg_class c on c.oid = p.polrelid`);
    const wrong = rows.filter(({ table, name, seen, check }) => {
      if (`${table} ${name}` in more_policies) return false;
      const column = protected_globals[table] ?? ownerColumn(table);
      const writes = name === 'tenant_insert' ? check : seen;
      const names_merchant = writes.includes(
        `(${column} = ( SELECT current_setting('app.merchant_id'`,
      );
      const text = `${seen}${check}`;
      if (!text.includes(`(${column} = ( SELECT current_setting('app.account_id'`)) return true;
      return name === 'tenant_read' ? names_merchant : !names_merchant;
    });
    expect(wrong.map(({ table, name }) => `${table} ${name}`)).toEqual([]);
  });
});

describe('global tables', () => {
  it('are known by name, and each of them exists', async () => {
    const present = await tables();
    expect(Object.keys(global_tables).filter((name) => !present.includes(name))).toEqual([]);
    const columns = await names(`select distinct table_name as name
      from information_schema.columns where table_schema = 'public'
      and column_name in ('merchant_id', 'owner_id')`);
    // `job` names the merchant a job is about; nobody but the runner reads it.
    const known = ['job', 'merchant', 'ledger_line', 'ledger_balance'];
    const unlisted = columns.filter((name) => name in global_tables && !known.includes(name));
    expect(unlisted).toEqual([]);
    const owned = (await tenantTables()).filter((name) => !columns.includes(name));
    expect(owned).toEqual([]);
  });

  it('hold the only unique indexes without an owner: user names, tokens, domains', async () => {
    const loose = (await indexes()).filter(
      ({ table, unique, primary, columns }) =>
        unique &&
        !primary &&
        !['merchant_id', 'owner_id', protected_globals[table]].includes(columns[0]),
    );
    expect(loose.map(({ table, columns }) => `${table} ${columns.join()}`).sort()).toEqual([
      'api_key key_hash',
      'branding domain',
      'job name,key',
      'one_time_code code_hash',
      'user_account username_key',
      'user_factor credential_id',
      'user_session token_hash',
    ]);
  });
});

describe('the schema', () => {
  it('has no triggers, rules, exclusions, sequences, generated or unlogged things', async () => {
    const found = {
      triggers: await names('select tgname as name from pg_trigger where not tgisinternal'),
      rules: await names(
        `select rulename as name from pg_rewrite where rulename <> '_RETURN'
          and ev_class::regclass::text
          in (select relname from pg_class where relnamespace = 'public'::regnamespace)`,
      ),
      exclusions: await names(`select conname as name from pg_constraint where contype = 'x'`),
      deferrable: (await foreignKeys()).filter((key) => key.deferrable).map((key) => key.name),
      unlogged: await names(
        `select relname as name from pg_class where relpersistence <> 'p'
          and relnamespace = 'public'::regnamespace`,
      ),
      sequences: await names(
        `select relname as name from pg_class where relkind = 'S'
          and relnamespace = 'public'::regnamespace`,
      ),
      generated: await names(
        `select attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
          where attgenerated <> '' and relnamespace = 'public'::regnamespace`,
      ),
      inherited: await names('select inhrelid::regclass::text as name from pg_inherits'),
      large_objects: await names('select oid::text as name from pg_largeobject_metadata'),
      odd_types: await names(
        `select attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
          where c.relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0
          and atttypid::regtype::text in ('xml', 'oid', 'money', 'timestamp without time zone',
            'real', 'double precision', 'numeric', 'character')`,
      ),
      indexes: (await indexes()).filter(({ method }) => method !== 'btree').map(({ name }) => name),
    };
    const nothing = Object.fromEntries(Object.keys(found).map((kind) => [kind, []]));
    expect(found).toEqual(nothing);
  });

  it('lets a plain card sale enter six indexes at most besides its primary key', async () => {
    const entered = (await indexes()).filter(
      ({ table, primary, predicate }) =>
        table === 'transaction' && !primary && !leavesSalesOut(predicate),
    );
    expect(entered.length).toBeLessThanOrEqual(6);
  });

  it('never needs a lock by hand, a listener or a temporary table in its migrations', () => {
    const banned =
      /\b(lock\s+table|listen\s|notify\s|pg_advisory|temp(orary)?\s+table|unlogged)\b/i;
    const code = (sql: string) => sql.replace(/--.*$/gm, '');
    const wrong = readMigrations().filter(({ sql }) => banned.test(code(sql)));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('names its migrations by minute and room, one after another', () => {
    const all = readMigrations().map(({ name }) => name);
    expect(all.filter((name) => !/^\d{12}_[a-z]+(_[a-z]+)*\.sql$/.test(name))).toEqual([]);
    expect(new Set(all.map((name) => name.slice(0, 12))).size).toBe(all.length);
  });
});
