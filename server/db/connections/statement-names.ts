// Statements get a name by their text, so that each connection parses them once.
import { createHash } from 'node:crypto';

const max_names = 2000;
const names = new Map<string, string>();

/**
 * Opens a statement that is planned for its values each time. A plan that is kept for all values
 * cannot use an index that leaves some of them out.
 */
export const custom_plan = '/* custom plan */';

/** Undefined for a statement that goes without a name: a custom plan, or one text too many. */
export function statementName(sql: string): string | undefined {
  if (sql.startsWith(custom_plan)) return undefined;
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= max_names) return undefined;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
  names.set(sql, name);
  return name;
}
