// What changed between two documents: one line a member, nested ones under dotted names.

export interface DiffLine {
  name: string;
  /** Null where the member did not stand. */
  before: string | null;
  after: string | null;
}

type Document = Readonly<Record<string, unknown>> | null;

const max_lines = 200;

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members as dotted names, lists as one text; an empty document is a value of its own. */
function flat(document: Document, above = ''): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [name, value] of Object.entries(document ?? {})) {
    const full = above === '' ? name : `${above}.${name}`;
    if (isDocument(value) && Object.keys(value).length > 0) {
      for (const [inner, text] of flat(value, full)) lines.set(inner, text);
    } else lines.set(full, textOf(value));
  }
  return lines;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (value === null || value === undefined) return '(none)';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Members that differ, in the order they stand; what is the same on both sides is left out. */
export function diffOf(before: Document, after: Document): DiffLine[] {
  const [old, now] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((line) => line.before !== line.after)
    .slice(0, max_lines);
}
