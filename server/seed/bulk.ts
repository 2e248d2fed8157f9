// Writes many rows of one table in few statements: the seed's way around one insert at a time.
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { DB } from '../db/tables.generated.ts';

const rows_a_statement = 2_000;

/** Inserts rows whose members are columns; columns not named keep their default. */
export async function insertMany<T extends keyof DB & string>(
  tx: Tx,
  table: T,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += rows_a_statement) {
    const part = JSON.stringify(rows.slice(from, from + rows_a_statement));
    const records = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb)`;
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from ${records}`.execute(tx);
  }
}
