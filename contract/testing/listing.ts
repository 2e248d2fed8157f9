// Prints values of the contract as text: schemas with their checks, endpoints, tables of data.
import { z } from 'zod';

/** Of values that have one; `long` holds what has only its digest for a name, by that. */
interface Names {
  named: Map<unknown, string>;
  long: Map<string, string>;
  digestOf(text: string): string;
}

/** Members of a definition that say nothing of what is taken: words, and what zod keeps there. */
const left_out = new Set(['error', 'abort', 'fn', 'tx', 'when', 'getter', 'summary']);

/** Sentences belong to the specification's own tests; a listing shows that there is one. */
const isSentence = (text: string) => /[\p{L}.,:] [\p{L}]/u.test(text);

function members(value: object, names: Names, above: readonly unknown[]): string {
  return Object.entries(value)
    .filter(([name, one]) => !left_out.has(name) && one !== undefined)
    .map(([name, one]) => `${name}: ${printed(one, names, above)}`)
    .join(', ');
}

function definition(schema: z.core.$ZodType, names: Names, above: readonly unknown[]): string {
  const { type, checks = [], ...rest } = schema._zod.def;
  const shown = checks.map(({ _zod: { def } }) => `.${members(def, names, above)}`);
  // A format that is a schema of its own (`z.int()`) is among the rest as well as a check.
  return `${type}(${members(rest, names, above)})${shown.join('')}`;
}

/** A long definition that is used by several has a line of its own. */
function shortened(text: string, names: Names): string {
  if (text.length < 300) return text;
  const name = `#${names.digestOf(text)}`;
  names.long.set(name, `${name} = ${text}`);
  return name;
}

/** One value in one line; what has a name of its own is called by it. */
function printed(value: unknown, names: Names, above: readonly unknown[] = []): string {
  const name = names.named.get(value);
  if (name !== undefined && above.length > 0) return name;
  if (typeof value === 'function') return 'ƒ';
  if (typeof value === 'string') return isSentence(value) ? '"…"' : JSON.stringify(value);
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (above.includes(value)) return '(itself)';
  const inside = [...above, value];
  if (value instanceof z.core.$ZodType) return shortened(definition(value, names, inside), names);
  if (value instanceof Map || value instanceof Set) {
    return `${value.constructor.name}${printed([...value], names, inside)}`;
  }
  if (Array.isArray(value))
    return `[${value.map((one) => printed(one, names, inside)).join(', ')}]`;
  return `{ ${members(value, names, inside)} }`;
}

/** A line for each exported value that is no function, in the order of their names. */
export function listing(
  modules: Readonly<Record<string, Record<string, unknown>>>,
  digestOf: (text: string) => string,
): string {
  const names: Names = { named: new Map(), long: new Map(), digestOf };
  const found: [string, unknown][] = [];
  for (const [file, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value === 'function') continue;
      const full = `${file} ${name}`;
      found.push([full, value]);
      const is_named = typeof value === 'object' && value !== null && !names.named.has(value);
      if (is_named) names.named.set(value, `<${full}>`);
    }
  }
  const lines = found.flatMap(([full, value]) => linesOf(full, value, names));
  return `${[...lines, ...names.long.values()].sort().join('\n')}\n`;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Objects of several members take a line each, so that a change shows where it is. */
function linesOf(full: string, value: unknown, names: Names): string[] {
  const inner = value instanceof z.ZodObject ? value.shape : value;
  if (!isPlain(inner)) return [`${full} = ${printed(value, names)}`];
  const head = value instanceof z.ZodObject ? [rest(full, value, names)] : [];
  return [
    ...head,
    ...Object.entries(inner).map(
      ([name, one]) => `${full}.${name} = ${printed(one, names, [inner])}`,
    ),
  ];
}

function rest(full: string, value: z.ZodObject, names: Names): string {
  const { shape: _, ...others } = value._zod.def;
  return `${full} = object(${members(others, names, [value])})`;
}
