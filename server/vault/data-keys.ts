// A merchant's data keys, one a purpose: made at first use, wrapped by a key kept elsewhere.
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';

export type KeyPurpose = 'processor_credential' | 'digest';

const key_bytes = 32;
const remembered = new WeakMap<object, Map<string, Promise<Buffer>>>();

function memoryOf(context: Context): Map<string, Promise<Buffer>> {
  const known = remembered.get(context.database);
  if (known) return known;
  const made = new Map<string, Promise<Buffer>>();
  remembered.set(context.database, made);
  return made;
}

/** The key of one merchant and purpose; keys never change, so this process unwraps each once. */
export function dataKey(
  context: Context,
  merchant_id: string,
  purpose: KeyPurpose,
): Promise<Buffer> {
  const memory = memoryOf(context);
  const name = `${merchant_id}/${purpose}`;
  const known = memory.get(name);
  if (known) return known;
  const found = findOrMake(context, merchant_id, purpose);
  memory.set(name, found);
  found.catch(() => memory.delete(name));
  return found;
}

async function findOrMake(context: Context, merchant_id: string, purpose: KeyPurpose) {
  const bound_to = `${merchant_id}/${purpose}`;
  const found = await find(context, merchant_id, purpose);
  if (found) return context.keys.unwrap(found, bound_to);
  await connect(context, merchant_id)
    .insertInto('data_key')
    .values({
      merchant_id,
      id: context.ids.next(),
      purpose,
      wrapped: context.keys.wrap(context.random.bytes(key_bytes), bound_to),
      created_at: context.clock.now(),
    })
    // Another process may have made it a moment ago: its key is the key.
    .onConflict((conflict) => conflict.columns(['merchant_id', 'purpose']).doNothing())
    .execute();
  const made = await find(context, merchant_id, purpose);
  if (!made) throw new Error(`No data key for ${bound_to}.`);
  return context.keys.unwrap(made, bound_to);
}

async function find(context: Context, merchant_id: string, purpose: KeyPurpose) {
  const row = await connect(context)
    .selectFrom('data_key')
    .select('wrapped')
    .where('merchant_id', '=', merchant_id)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.wrapped;
}
