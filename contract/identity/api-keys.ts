// API keys of the calling user: private for servers, public for browsers (gateway-api 2.3).
import { z } from 'zod';
import { account_types, signedIn } from '../access.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { blankable, id, moment, nullable_moment } from '../fields.ts';

export const key_types = ['api', 'pub'] as const;
export type KeyType = (typeof key_types)[number];

export const max_keys_of_user = 20;

export const api_key_record = z.object({
  id,
  user_id: id,
  type: z.enum(key_types),
  name: z.string(),
  /** Kind and last characters, to tell keys apart; never enough to use one. */
  hint: z.string(),
  account_type: z.enum(account_types),
  account_type_id: id,
  last_used_at: nullable_moment,
  created_at: moment,
  updated_at: moment,
});
export type ApiKeyRecord = z.output<typeof api_key_record>;

/** The only answer that holds the key itself. */
export const new_api_key_record = api_key_record.extend({ api_key: z.string() });

const name = blankable(z.string().trim().max(100));
const manage = signedIn(account_types, { permission: 'manage_api_keys' });

const all_keys = (path: '/user/apikeys' | '/user/apikey') =>
  endpoint({
    method: 'GET',
    path,
    access: signedIn(),
    input: z.object({
      limit: blankable(z.coerce.number().int().min(0).max(100)),
      offset: blankable(z.coerce.number().int().min(0)),
    }),
    reply: list(api_key_record),
    cost: 'read',
    summary: "The caller's API keys, without their secrets.",
  });

export const api_keys = {
  search: all_keys('/user/apikeys'),
  searchAlias: all_keys('/user/apikey'),
  get: endpoint({
    method: 'GET',
    path: '/user/apikey/{id}',
    access: signedIn(),
    reply: record(api_key_record),
    cost: 'read',
    summary: "One of the caller's API keys.",
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/apikey',
    access: manage,
    input: z.object({ type: blankable(z.enum(key_types)), name }),
    reply: record(new_api_key_record),
    cost: 'write',
    audit: 'api_key.create',
    summary: 'Makes an API key; its secret is shown here and never again.',
  }),
  update: endpoint({
    method: 'POST',
    path: '/user/apikey/{id}',
    access: manage,
    input: z.object({ name }),
    reply: record(api_key_record),
    cost: 'write',
    audit: 'api_key.update',
    summary: 'Renames an API key.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/apikey/{id}',
    access: manage,
    reply: nothing(),
    cost: 'write',
    audit: 'api_key.remove',
    summary: 'Removes an API key, named by its id or by the key itself.',
  }),
};
