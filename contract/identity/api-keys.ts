// API keys of the calling user: private for servers, public for browsers (gateway-api 2.3).
import { z } from 'zod';
import { account_types, type KeyScope, signedIn } from '../access/access.ts';
import { area_names } from '../access/key-scopes.ts';
import { may } from '../access/may.ts';
import { user_permission_names } from '../accounts/documents/user-permissions.ts';
import { crud } from '../crud.ts';
import { endpoint, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { blankable, id, instant, moment, nullable_moment } from '../fields.ts';

export const key_types = ['api', 'pub'] as const;
export type KeyType = (typeof key_types)[number];

export const max_keys_of_user = 20;

/** Every name that a scope list takes: rights of users, and areas (access/key-scopes.ts). */
export const key_scope_names: readonly KeyScope[] = [...user_permission_names, ...area_names];

export const api_key_record = z.object({
  id,
  user_id: id,
  type: z.enum(key_types),
  name: z.string(),
  /** Kind and last characters, to tell keys apart; never enough to use one. */
  hint: z.string(),
  account_type: z.enum(account_types),
  account_type_id: id,
  /** The key's allow-list: a call that none of them covers is refused; empty: no list. */
  scopes: z.array(z.string()),
  /** Addresses and networks it works from; empty: any. */
  allowed_addresses: z.array(z.string()),
  /** Web origins a public key works from; empty: any. */
  allowed_origins: z.array(z.string()),
  expires_at: nullable_moment,
  last_used_at: nullable_moment,
  created_at: moment,
  updated_at: moment,
});
export type ApiKeyRecord = z.output<typeof api_key_record>;

/** The only answer that holds the key itself. */
export const new_api_key_record = api_key_record.extend({ api_key: z.string() });

const key_name = described(z.string().trim().max(100), { hint: 'the program that uses it' });
const name = blankable(key_name);
const expiry = { label: 'Expires on', hint: 'leave empty for no expiry' };
const limits = {
  scopes: blankable(z.array(z.enum(key_scope_names)).max(50)),
  allowed_addresses: described(
    blankable(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(20)),
    { typed_as: 'long', hint: 'one per line; leave empty for any' },
  ),
  allowed_origins: described(
    blankable(z.array(z.string().regex(/^https?:\/\/[^/\s?#;,'"\\]{1,250}$/)).max(20)),
    { typed_as: 'long', hint: 'https://shop.example, one per line' },
  ),
  expires_at: described(blankable(instant), expiry),
};
const manage = may.manage_api_keys;

const page = z.object({
  limit: blankable(z.coerce.number().int().min(0).max(100)),
  offset: blankable(z.coerce.number().int().min(0)),
});

const plain = crud({
  one: '/user/apikey',
  many: '/user/apikeys',
  noun: 'api_key',
  record: api_key_record,
  created: new_api_key_record,
  input: z.object({ type: blankable(z.enum(key_types)), name, ...limits }),
  update: z.object({
    name: key_name.optional(),
    ...limits,
    expires_at: described(z.union([instant, z.literal('')]).nullish(), expiry),
  }),
  page,
  read: signedIn(undefined, { scope: 'manage_api_keys' }),
  write: manage,
  summaries: {
    search: "The caller's API keys, without their secrets.",
    get: "One of the caller's API keys.",
    create: 'Creates an API key. The secret is returned only once.',
    update: 'Changes the name, permissions or restrictions of an API key.',
    remove: 'Removes an API key, identified by its id or by the key itself.',
  },
});
/** A user has few keys: their list costs no more than one of them. */
const search = endpoint({ ...plain.search, rate_class: 'read' });

export const api_keys = {
  ...plain,
  search,
  searchAlias: endpoint({ ...search, path: '/user/apikey' }),
  getPublic: endpoint({
    method: 'GET',
    path: '/public-key',
    access: signedIn(undefined, { scope: 'view_accounts' }),
    reply: record(z.object({ id, public_key: z.string() })),
    rate_class: 'read',
    summary: "The caller's newest valid public key; 404 if there is none.",
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/user/apikey/{id}/rotate',
    access: manage,
    input: z.object({ overlap_hours: blankable(z.coerce.number().int().min(0).max(168)) }),
    reply: record(new_api_key_record),
    rate_class: 'write',
    audit: 'api_key.rotate',
    summary: 'Creates a key to replace this one, which still works during the overlap (24 h).',
  }),
};
