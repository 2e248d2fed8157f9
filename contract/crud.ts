// The ordinary endpoints of a plain noun; anything irregular is written with endpoint().
import { z } from 'zod';
import type { SignedInRule } from './access/access.ts';
import {
  type Endpoint,
  endpoint,
  type ListReply,
  list,
  type NoInput,
  type NothingReply,
  nothing,
  type RateClass,
  type RecordReply,
  record,
} from './endpoint.ts';
import { type SearchFields, searchInput } from './search/search.ts';

/** A noun as data: its paths, schemas and rules. */
interface Noun {
  /** Path of one, `/group`, or `/merchant/{mid}/webhook` for a noun below its merchant. */
  one: string;
  /** Path of the list, `/groups`. */
  many: string;
  /** Begins its audit verbs: `group.create`. */
  noun: string;
  record: z.ZodObject;
  input: z.ZodObject;
  update: z.ZodObject;
  read: SignedInRule;
  write: SignedInRule;
  /** Query of the list where it takes more, or pages otherwise, than `list_query`. */
  page?: z.ZodObject;
  /** What a create answers where that differs: a key that is shown once. */
  created?: z.ZodObject;
  /** The searchable fields, and with them the path of the search: `/groups/search`. */
  fields?: SearchFields;
  find?: string;
  /** Who reads the list of a merchant below: adds `/groups/{merchantId}`, and so the search. */
  below?: SignedInRule;
  /** Adds `POST /group/{id}/status/{action}`; the store names the actions. */
  has_status?: true;
  /** Rate class of create and update, where they do more than write a row. */
  rate_class?: RateClass;
  summaries?: Partial<Record<PlainVerb, string>>;
}

/** The calls that crud() can make; a store has a handler for each. */
export type PlainVerb =
  | 'search'
  | 'searchOf'
  | 'find'
  | 'findOf'
  | 'get'
  | 'create'
  | 'update'
  | 'remove'
  | 'setStatus';

/** Paging of a GET list: limit 1-100, default 10 (gateway-api 1.5). */
export const list_query = z.object({
  limit: z.coerce.number().int().min(0).max(100).default(10),
  offset: z.coerce.number().int().min(0).default(0),
});

type Page<G extends Noun> = G extends { page: infer P extends z.ZodType } ? P : typeof list_query;
type Created<G extends Noun> = G extends { created: infer C extends z.ZodType } ? C : G['record'];
type SearchInput = ReturnType<typeof searchInput>;

type Five<G extends Noun> = {
  search: Endpoint<G['many'], Page<G>, ListReply<G['record']>>;
  get: Endpoint<`${G['one']}/{id}`, NoInput, RecordReply<G['record']>>;
  create: Endpoint<G['one'], G['input'], RecordReply<Created<G>>>;
  update: Endpoint<`${G['one']}/{id}`, G['update'], RecordReply<G['record']>>;
  remove: Endpoint<`${G['one']}/{id}`, NoInput, NothingReply>;
};
type Found<Path extends string, G extends Noun> = {
  find: Endpoint<Path, SearchInput, ListReply<G['record']>>;
};
type Below<G extends Noun> = {
  searchOf: Endpoint<`${G['many']}/{merchantId}`, Page<G>, ListReply<G['record']>>;
};
type FoundBelow<Path extends string, G extends Noun> = {
  findOf: Endpoint<`${Path}/{merchantId}`, SearchInput, ListReply<G['record']>>;
};
type WithStatus<G extends Noun> = {
  setStatus: Endpoint<`${G['one']}/{id}/status/{action}`, NoInput, RecordReply<G['record']>>;
};
/** The five, and what the noun states beyond them. */
type Crud<G extends Noun> = Five<G> &
  (G extends { find: infer P extends string } ? Found<P, G> : unknown) &
  (G extends { below: SignedInRule } ? Below<G> : unknown) &
  (G extends { below: SignedInRule; find: infer P extends string } ? FoundBelow<P, G> : unknown) &
  (G extends { has_status: true } ? WithStatus<G> : unknown);

/** The calls that read lists: of one's own and, where stated, of a merchant below. */
function lists(g: Noun) {
  const page = { method: 'GET', input: g.page ?? list_query, summary: `List of ${g.noun}s.` };
  const body = { method: 'POST', input: searchInput(g.fields ?? {}), summary: `Finds ${g.noun}s.` };
  const calls = [
    ['search', g.many, g.read, page],
    ['searchOf', g.below && `${g.many}/{merchantId}`, g.below, page],
    ['find', g.find, g.read, body],
    ['findOf', g.find && g.below && `${g.find}/{merchantId}`, g.below, body],
  ] as const;
  return calls.flatMap(([verb, path, access, { method, input, summary }]) => {
    if (path === undefined || access === undefined) return [];
    const call = { method: method as 'GET' | 'POST', path, access, input };
    const summary_text = g.summaries?.[verb] ?? summary;
    return [
      [
        verb,
        endpoint({ ...call, reply: list(g.record), rate_class: 'search', summary: summary_text }),
      ],
    ];
  });
}

/** The endpoints of a noun whose paths follow the house pattern. */
export function crud<const G extends Noun>(g: G): Crud<G> {
  const byId = `${g.one}/{id}`;
  const says = (verb: PlainVerb, summary: string) => g.summaries?.[verb] ?? summary;
  const rate_class = g.rate_class ?? 'write';
  const five = {
    get: endpoint({
      method: 'GET',
      path: byId,
      access: g.read,
      reply: record(g.record),
      rate_class: 'read',
      summary: says('get', `One ${g.noun}.`),
    }),
    create: endpoint({
      method: 'POST',
      path: g.one,
      access: g.write,
      input: g.input,
      reply: record(g.created ?? g.record),
      rate_class,
      audit: `${g.noun}.create`,
      summary: says('create', `Creates a ${g.noun}.`),
    }),
    update: endpoint({
      method: 'POST',
      path: byId,
      access: g.write,
      reads: g.read,
      input: g.update,
      reply: record(g.record),
      rate_class,
      audit: `${g.noun}.update`,
      summary: says('update', `Changes a ${g.noun}.`),
    }),
    remove: endpoint({
      method: 'DELETE',
      path: byId,
      access: g.write,
      reply: nothing(),
      rate_class: 'write',
      audit: `${g.noun}.remove`,
      summary: says('remove', `Removes a ${g.noun}.`),
    }),
  };
  const setStatus = endpoint({
    method: 'POST',
    path: `${byId}/status/{action}`,
    access: g.write,
    reads: g.read,
    reply: record(g.record),
    rate_class: 'write',
    audit: `${g.noun}.status`,
    summary: says('setStatus', `Changes the status of a ${g.noun}.`),
  });
  const all = { ...Object.fromEntries(lists(g)), ...five, ...(g.has_status && { setStatus }) };
  // The members are those that the type counts up from the same statement.
  return all as unknown as Crud<G>;
}
