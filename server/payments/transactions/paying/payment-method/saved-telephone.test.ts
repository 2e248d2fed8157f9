// Accounts that are debited by TEL: the check number is kept with the account, so that it can pay.
import { expect, it } from 'vitest';
import { openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const ach = {
  routing_number: '490000018',
  account_number: '123451111',
  account_type: 'checking',
  sec_code: 'tel',
};
const missing = 'bad request error: invalid Check Number';
const charge = async (id: string) => {
  const answer = await w.post('/transaction', {
    ...{ type: 'sale', amount: 500 },
    payment_method: { customer: { id } },
  });
  return answer.body.data?.response_body?.ach ?? answer.body.msg;
};

it('an account that a payment saves can pay again', async () => {
  const payment_method = { ach: { ...ach, check_number: '1001' } };
  const first = await w.pay({ payment_method, create_vault_record: true });
  expect(await charge(first.customer_id)).toMatchObject({
    ...{ sec_code: 'tel', check_number: '1001' },
    response: 'approved',
  });
});

it('the payer of a payment that nobody saved can be saved and charged later', async () => {
  const payment_method = { ach: { ...ach, account_number: '77788', check_number: '1002' } };
  const { id } = await w.pay({ payment_method });
  const saved = await w.post(`/transaction/${id}/vault`);
  expect(saved.status, saved.text).toBe(200);
  expect(await charge(saved.body.data.id)).toMatchObject({ check_number: '1002' });
});

it('an account that is saved by itself needs the number, which stays with it', async () => {
  const save = (more: object) =>
    w.post('/vault/customer', { id: 'ann', default_payment: { ach: { ...ach, ...more } } });
  const refused = await save({});
  expect([refused.status, refused.body.msg]).toEqual([400, missing]);
  const made = await save({ check_number: '1003' });
  expect(made.status, made.text).toBe(200);
  expect(await charge('ann')).toMatchObject({ check_number: '1003' });
  const path = `/vault/customer/ann/ach/${made.body.data.created_payment_method_id}`;
  await w.post(path, { account_type: 'savings', account_number: 'XXXXX1111' });
  expect(await charge('ann')).toMatchObject({ check_number: '1003', account_type: 'savings' });
  const other = await w.post(path, { account_number: '5556667' });
  expect([other.status, other.body.msg]).toEqual([400, missing]);
  await w.post(path, { account_number: '5556667', check_number: '1004' });
  expect(await charge('ann')).toMatchObject({ check_number: '1004' });
});

it('an account that changes to TEL needs the number, and an import takes it', async () => {
  const ppd = { ...ach, sec_code: 'ppd' };
  const made = await w.post('/vault/customer', { id: 'bob', default_payment: { ach: ppd } });
  const path = `/vault/customer/bob/ach/${made.body.data.created_payment_method_id}`;
  expect((await w.post(path, { sec_code: 'tel' })).body.msg).toBe(missing);
  expect((await w.post(path, { sec_code: 'tel', check_number: '7' })).status).toBe(200);
  expect(await charge('bob')).toMatchObject({ sec_code: 'tel', check_number: '7' });
  const csv = 'id,routing_number,account_number,sec_code,check_number\ncara,490000018,99887,tel,12';
  const imported = await w.post('/vault/customer/import', { csv });
  expect(imported.body.data, imported.text).toMatchObject({ created: 1, refused: [] });
  expect(await charge('cara')).toMatchObject({ check_number: '12' });
});
