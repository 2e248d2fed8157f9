// Walks input schemas: which members a body may have, through optional, piped and joined schemas.
import type { z } from 'zod';

// biome-ignore lint/suspicious/noExplicitAny: the definitions of all kinds of schemas
type Def = any;

function defOf(schema: z.ZodType): Def {
  return (schema as { _zod?: { def: Def } })._zod?.def;
}

/** The schema behind wrappers; of a pipe the side that states the shape. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return unwrap(def.innerType);
    case 'pipe':
      return unwrap(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'lazy':
      return unwrap(def.getter());
    default:
      return schema;
  }
}

/** Members of an object schema, also where several are joined; null for anything else. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | null {
  const inner = unwrap(schema);
  const def = defOf(inner);
  if (def.type === 'object') return def.shape;
  if (def.type === 'intersection') return { ...shapeOf(def.left), ...shapeOf(def.right) };
  return null;
}

export interface Member {
  path: string[];
  schema: z.ZodType;
}

/** Every member of a body with its path, objects included; elements of arrays are left out. */
export function membersOf(schema: z.ZodType, path: string[] = []): Member[] {
  const shape = shapeOf(schema);
  if (!shape) return [];
  return Object.entries(shape).flatMap(([name, part]) => {
    const here = [...path, name];
    return [{ path: here, schema: part }, ...membersOf(part, here)];
  });
}

/** A copy of a body with one member set, objects on the way made where they are missing. */
export function withAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const body_members =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const members = body_members as Record<string, unknown>;
  return { ...members, [name]: withAt(members[name], rest, value) };
}

/** Whether a member of a search is a filter, `{operator, value}`. */
export function isFilter(schema: z.ZodType): boolean {
  const shape = shapeOf(schema);
  return shape !== null && 'operator' in shape && 'value' in shape;
}

/** Lists of a body: their path and the schema of one element. */
export function listsOf(schema: z.ZodType): Member[] {
  return membersOf(schema).flatMap(({ path, schema: part }) => {
    const def = defOf(unwrap(part));
    return def.type === 'array' ? [{ path, schema: def.element as z.ZodType }] : [];
  });
}
