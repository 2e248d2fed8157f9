// Whether a statement only reads, so that it may be sent outside a transaction.
import type { CompiledQuery } from 'kysely';

/** Behind a comment, too: `planned_anew` is one. */
const reading = /^\s*(\/\*[^*]*\*\/\s*)?(select|with)\b/i;
/** A part that `with` names may write. */
const writing = /\b(insert into|update|delete from|merge into)\b/i;

/** A write taken for a read fails: sessions write in transactions alone. */
export function isRead({ sql, query }: CompiledQuery): boolean {
  const may_read = query.kind === 'SelectQueryNode' || query.kind === 'RawNode';
  return may_read && reading.test(sql) && !writing.test(sql);
}
