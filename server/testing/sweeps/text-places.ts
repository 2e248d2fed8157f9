// Every place of an input that may hold a text: through lists, maps, unions and free values.
import type { z } from 'zod';
import { shapeOf, unwrap } from './schema-walk.ts';

/** Stands in a path for the one element of a list. */
const element = '[]';
/** Names that a map of names is given: one like a number's, one like a secret's, a plain one. */
const names = ['full_cc_number', 'my_password', 'note'];
const deepest = 8;

// biome-ignore lint/suspicious/noExplicitAny: the definitions of all kinds of schemas
const defOf = (schema: z.ZodType): any => (schema as { _zod?: { def: unknown } })._zod?.def;

/** Paths of all places, each of an object or list with what lies in it as well. */
export function textPlacesOf(schema: z.ZodType, path: readonly string[] = []): string[][] {
  const here = path.length === 0 ? [] : [[...path]];
  if (path.length > deepest) return here;
  const into = (part: z.ZodType, name: string) => textPlacesOf(part, [...path, name]);
  const shape = shapeOf(schema);
  if (shape) return [...here, ...Object.entries(shape).flatMap(([name, part]) => into(part, name))];
  const inner = unwrap(schema);
  const def = defOf(inner);
  switch (def?.type) {
    case 'array':
      return [...here, ...into(def.element, element)];
    case 'record':
      return [...here, ...names.flatMap((name) => into(def.valueType, name))];
    case 'union':
      return distinct(def.options.flatMap((option: z.ZodType) => textPlacesOf(option, path)));
    case 'pipe':
      return distinct([def.in, def.out].flatMap((side) => textPlacesOf(side, path)));
    case 'any':
    case 'unknown':
      return [...here, ...names.map((name) => [...path, name]), [...path, element, 'note']];
    default:
      return here;
  }
}

function distinct(paths: string[][]): string[][] {
  return [...new Map(paths.map((path) => [path.join('\n'), path])).values()];
}

/** A copy of a body with a value at a place; objects and lists on the way are made. */
export function withPlace(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === element) {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withPlace(first, rest, value), ...others];
  }
  const body_members =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const members = body_members as Record<string, unknown>;
  return { ...members, [name]: withPlace(members[name], rest, value) };
}
