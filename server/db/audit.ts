// Runs the audit queries: one SQL file an invariant, each of which must return no rows.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { tenantDialect } from './connections/tenant-driver.ts';
import type { Database } from './database.ts';
import type { DB } from './tables.generated.ts';

export interface AuditQuery {
  /** File name without `.sql`: `l01-postings-sum-to-zero`. */
  name: string;
  /** What is wrong when rows return: the file's first line. */
  sentence: string;
  sql: string;
}

export interface AuditResult {
  name: string;
  sentence: string;
  /** What was found wrong, at most a hundred rows; empty is well. */
  rows: Record<string, unknown>[];
  duration_ms: number;
}

// The bundle lies in dist/server, the sources in server/db: the same way leads there from both.
const audit_folder = path.resolve(import.meta.dirname, '../../server/db/audit');

/** Every audit query, by name. Throws where a file does not open with its sentence. */
export function readAudits(folder = audit_folder): AuditQuery[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const queries = files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const sentence = /^-- (.+\.)\n/.exec(text)?.[1];
      if (!sentence) throw new Error(`${file} must open with a comment of one sentence.`);
      return { name: path.basename(file, '.sql'), sentence, sql: text };
    });
  return queries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function queryOf(database: Database): Kysely<DB> {
  const settings = { account_type: 'system', account_id: '', merchant_id: '' };
  return new Kysely<DB>({ dialect: tenantDialect(database.pool, settings) });
}

/** Runs one audit as the product itself, which sees every tenant's rows. */
export async function runAudit(database: Database, audit: AuditQuery): Promise<AuditResult> {
  const started = performance.now();
  // Materialized: planned to be read to its end, which is what it takes to find nothing.
  const { rows } = await sql<Record<string, unknown>>`with wrong as materialized (
${sql.raw(audit.sql)}
) select * from wrong limit 100`.execute(queryOf(database));
  const duration_ms = Math.round(performance.now() - started);
  return { name: audit.name, sentence: audit.sentence, rows, duration_ms };
}

/** Runs all audits one after another. */
export async function runAudits(database: Database): Promise<AuditResult[]> {
  const results: AuditResult[] = [];
  for (const audit of readAudits()) results.push(await runAudit(database, audit));
  return results;
}

/** Wrong rows of one audit that belong to one party; `''` where they name none. */
export interface Finding {
  merchant_id: string;
  row_count: number;
  /** The first rows, at most ten. */
  sample: Record<string, unknown>[];
}

/** The same rows, counted by whose they are: an audit says so in merchant_id or owner_id. */
export async function findingsOf(database: Database, audit: AuditQuery): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select coalesce(w.body ->> 'merchant_id', w.body ->> 'owner_id', '') as merchant_id,
      count(*) as row_count, (array_agg(w.body))[1:10] as sample
    from (select to_jsonb(wrong) as body from (
${sql.raw(audit.sql)}
) as wrong) w group by 1 order by 1`.execute(queryOf(database));
  return rows;
}
