// The five ordinary endpoints of a plain noun; anything irregular is written with endpoint().
import { z } from 'zod';
import type { SignedInRule } from './access/access.ts';
import { endpoint, list, nothing, record } from './endpoint.ts';

interface CrudGiven<
  One extends string,
  Many extends string,
  R extends z.ZodType,
  I extends z.ZodObject,
  U extends z.ZodObject,
> {
  /** Path of the noun in the singular, `/group`. */
  one: One;
  /** Path of the list, `/groups`. */
  many: Many;
  noun: string;
  record: R;
  input: I;
  update: U;
  read: SignedInRule;
  write: SignedInRule;
}

/** Paging of a GET list: limit 1-100, default 10 (gateway-api 1.5). */
export const list_query = z.object({
  limit: z.coerce.number().int().min(0).max(100).default(10),
  offset: z.coerce.number().int().min(0).default(0),
});

/** search, get, create, update, remove of a noun whose paths follow the house pattern. */
export function crud<
  const One extends string,
  const Many extends string,
  R extends z.ZodType,
  I extends z.ZodObject,
  U extends z.ZodObject,
>(g: CrudGiven<One, Many, R, I, U>) {
  const byId = `${g.one}/{id}` as `${One}/{id}`;
  return {
    search: endpoint({
      method: 'GET',
      path: g.many,
      access: g.read,
      input: list_query,
      reply: list(g.record),
      cost: 'search',
      summary: `List of ${g.noun}s.`,
    }),
    get: endpoint({
      method: 'GET',
      path: byId,
      access: g.read,
      reply: record(g.record),
      cost: 'read',
      summary: `One ${g.noun}.`,
    }),
    create: endpoint({
      method: 'POST',
      path: g.one,
      access: g.write,
      input: g.input,
      reply: record(g.record),
      cost: 'write',
      audit: `${g.noun}.create`,
      summary: `Creates a ${g.noun}.`,
    }),
    update: endpoint({
      method: 'POST',
      path: byId,
      access: g.write,
      input: g.update,
      reply: record(g.record),
      cost: 'write',
      audit: `${g.noun}.update`,
      summary: `Changes a ${g.noun}.`,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: byId,
      access: g.write,
      reply: nothing(),
      cost: 'write',
      audit: `${g.noun}.remove`,
      summary: `Removes a ${g.noun}.`,
    }),
  };
}
