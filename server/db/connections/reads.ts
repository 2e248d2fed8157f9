// Whether a statement only reads, so that it may be sent outside a transaction.
import type { CompiledQuery } from 'kysely';

/** Allows one comment in front, such as `custom_plan`. */
const opening = /^\s*(?:\/\*[^*]*\*\/\s*)?(select|with)\b/i;
/** A part that `with` names may write. */
const writing = /\b(insert into|update|delete from|merge into)\b/i;

/** A write mistaken for a read fails: outside transactions, sessions are read-only. */
export function isRead({ sql, query }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode' && query.with === undefined) return true;
  if (query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode') return false;
  const verb = opening.exec(sql)?.[1]?.toLowerCase();
  // Every statement passes here: the whole text is searched only where `with` names parts.
  return verb === 'select' || (verb === 'with' && !writing.test(sql));
}
