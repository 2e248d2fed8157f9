// Numbers at rest follow the rotation of keys: saved ones, and those of payments under way.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { keyNamedIn } from '../../../keys/data-keys.ts';
import { addKey } from '../../../keys/key-file.ts';
import { rotateDataKeys } from '../../../keys/key-rotation.ts';
import { secret_stores } from '../../../keys/secret-stores.ts';
import { openRotationWorld } from '../../../testing/worlds/rotation-world.ts';
import { numberKey, openNumber, sealNumber } from './sealed-numbers.ts';

const rotation = openRotationWorld();
const number = '4111111111111111';

it('are sealed under the key in use after a rotation, and open as before', async () => {
  const { world, tenants, server, file } = rotation;
  const { account, boss } = tenants.m1;
  const credential = boss.private_key;
  const body = { default_payment: { card: { number, expiration_date: '12/30' } } };
  expect((await world.call('POST', '/vault/customer', { credential, body })).status).toBe(200);
  const key = await numberKey(server, account.id);
  const sealed = sealNumber(key, account.id, 'method-1', number);
  const query = connect(server, account.id);
  await sql`insert into saved_method_draft (merchant_id, transaction_id, customer_id,
      is_new_customer, method_id, type, sealed_number, digest, masked, last_four)
    values (${account.id}, 'sale-1', 'customer-1', true, 'method-1', 'card', ${sealed}, 'd',
      '411111******1111', '1111')`.execute(query);
  addKey(file);
  expect((await rotateDataKeys(rotation.another(), secret_stores)).resealed).toBe(2);
  // What is sealed under the key in use is left as it is.
  expect((await rotateDataKeys(rotation.another(), secret_stores)).resealed).toBe(0);
  const current = await numberKey(rotation.another(), account.id);
  expect(current.id).not.toBe(key.id);
  const { rows } = await sql<{ id: string; sealed_number: string }>`
    select id, sealed_number from saved_method
    union all select method_id, sealed_number from saved_method_draft`.execute(query);
  expect(rows).toHaveLength(2);
  for (const { id, sealed_number } of rows) {
    expect(keyNamedIn(sealed_number)).toBe(current.id);
    expect(await openNumber(server, { merchant_id: account.id, id, sealed_number })).toBe(number);
  }
});
