// More private keys of the demo merchant: a budget of calls belongs to one key.
import { createHash, randomBytes } from 'node:crypto';
import type { Stage } from './stage.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Copies the stage's key this many times under other secrets; gives them. */
export async function moreKeys(stage: Stage, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `api_${randomBytes(20).toString('hex')}`);
  await stage.query(
    `insert into api_key
     select (jsonb_populate_record(k, jsonb_build_object('id', given.id, 'key_hash', given.hash))).*
     from api_key k, unnest($2::text[], $3::text[]) as given (id, hash) where k.key_hash = $1`,
    [hashOf(stage.private_key), keys.map((key) => hashOf(key).slice(0, 20)), keys.map(hashOf)],
  );
  return keys;
}
