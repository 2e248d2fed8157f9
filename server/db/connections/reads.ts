// Whether a statement only reads, so that it may be sent outside a transaction.
import type { CompiledQuery } from 'kysely';

/** Behind a comment, too: `planned_anew` is one. */
const opening = /^\s*(?:\/\*[^*]*\*\/\s*)?(select|with)\b/i;
/** A part that `with` names may write. */
const writing = /\b(insert into|update|delete from|merge into)\b/i;

/** A write taken for a read fails: sessions write in transactions alone. */
export function isRead({ sql, query }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode' && query.with === undefined) return true;
  if (query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode') return false;
  const verb = opening.exec(sql)?.[1]?.toLowerCase();
  // Only a statement with parts is read to its end: this is asked of every statement.
  return verb === 'select' || (verb === 'with' && !writing.test(sql));
}
