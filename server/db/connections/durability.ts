// Whether PostgreSQL is configured for durability: production refuses to run if it is not.
import pg from 'pg';

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** A sentence for each durability setting that is off; empty if all are on. */
export async function durabilityFaults(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [needed],
    );
    return rows
      .filter(({ setting }) => setting === 'off')
      .map(({ name }) => `The database runs with ${name} = off: it could lose acknowledged money.`);
  } finally {
    await client.end();
  }
}
