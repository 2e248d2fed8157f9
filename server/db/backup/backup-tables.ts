// What backup and restore must agree on: which tables, in which order, and what is in them.
import pg from 'pg';

export interface Table {
  name: string;
  columns: string[];
}

/** The migrator's own table: restoring makes it anew. */
const left_out = 'migration';

/** A session that sees every tenant's rows and writes every value in one form. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query(
    "select set_config('app.account_type', 'system', false)," +
      " set_config('app.account_id', '', false)",
  );
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';" +
      ' set extra_float_digits = 1; set bytea_output = hex; set statement_timeout = 0',
  );
}

/**
 * The tables that hold rows, each behind those it refers to. Generated columns are left out.
 * Throws where tables refer to each other in a circle.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> $1
    order by 1`,
    [left_out],
  );
  const ordered: Table[] = [];
  const placed = new Set<string>();
  let waiting = rows;
  while (waiting.length > 0) {
    const free = waiting.filter(({ refers_to }) => refers_to.every((name) => placed.has(name)));
    if (free.length === 0) {
      const names = waiting.map(({ name }) => name).join(', ');
      throw new Error(`These tables refer to each other in a circle: ${names}.`);
    }
    for (const { name, columns } of free) {
      placed.add(name);
      ordered.push({ name, columns });
    }
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** How many rows a table has, and a digest that is the same for the same rows in any order. */
export async function contentOf(
  client: pg.Client,
  name: string,
): Promise<{ row_count: number; content: string }> {
  const { rows } = await client.query<{ row_count: string; content: string }>(`
    select count(*) as row_count,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as content
    from ${pg.escapeIdentifier(name)} t`);
  const { row_count = '0', content = '0' } = rows[0] ?? {};
  return { row_count: Number(row_count), content };
}
