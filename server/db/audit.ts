// Runs the audit queries: one SQL file an invariant, each of which must return no rows.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { DB } from './tables.generated.ts';
import { tenantDialect } from './tenant-driver.ts';

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
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const sentence = /^-- (.+\.)\n/.exec(text)?.[1];
    if (!sentence) throw new Error(`${file} must open with a comment of one sentence.`);
    return { name: file.slice(0, -'.sql'.length), sentence, sql: text };
  });
}

/** Runs all audits one after another as the product itself, which sees every tenant's rows. */
export async function runAudits(database: Database): Promise<AuditResult[]> {
  const settings = { account_type: 'system', account_id: '', merchant_id: '' };
  const query = new Kysely<DB>({ dialect: tenantDialect(database.pool, settings) });
  const results: AuditResult[] = [];
  for (const audit of readAudits()) {
    const started = performance.now();
    const { rows } = await sql<Record<string, unknown>>`select * from (
${sql.raw(audit.sql)}
) as wrong limit 100`.execute(query);
    const duration_ms = Math.round(performance.now() - started);
    results.push({ name: audit.name, sentence: audit.sentence, rows, duration_ms });
  }
  return results;
}
