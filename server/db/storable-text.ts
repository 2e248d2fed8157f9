// Text that the database can hold. PostgreSQL refuses NUL and halves of surrogate pairs, in text
// and in documents: what another company answers must not fail the write of its outcome.

const unstorable_characters = /[\0\p{Surrogate}]/gu;
const replacement = '\ufffd';

/** Whether the database refuses the text. */
export function isUnstorable(text: string): boolean {
  return text.search(unstorable_characters) !== -1;
}

/** The text with a replacement character for each one that the database refuses. */
export function storableText(text: string): string {
  return text.replace(unstorable_characters, replacement);
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [storableText(name), storable(part)]),
  );
}

/** Parses JSON of another company so that it can be stored. Throws what `JSON.parse` throws. */
export function parseStorable(json: string): unknown {
  const value: unknown = JSON.parse(json);
  // Neither can stand in JSON as it is but by an escape, or a lone half in the text itself.
  return /\\u|\p{Surrogate}/u.test(json) ? storable(value) : value;
}
