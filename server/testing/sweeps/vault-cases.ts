// Requests about saved customers that their owner may make.
import { about, type Case, type Owner, says } from './case-parts.ts';

type Body = Record<string, unknown>;

const card = { number: '4111111111111111', expiration_date: '12/30' };
const ach = { routing_number: '490000018', account_number: '123451111', account_type: 'checking' };
const home = { first_name: 'Ann', line_1: '1 Main St', city: 'Denver' };

/** A fresh customer with a card, a bank account and an address, made with the boss's key. */
async function customer({ world, merchant }: Owner) {
  const post = async (path: string, body: Body) => {
    const answer = await world.call('POST', path, { credential: merchant.boss.private_key, body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  const made = await post('/vault/customer', {
    default_payment: { card },
    default_billing_address: home,
  });
  const account = await post(`/vault/customer/${made.id}/ach`, ach);
  return {
    id: made.id as string,
    address: made.created_address_id as string,
    card: made.created_payment_method_id as string,
    ach: account.created_payment_method_id as string,
  };
}

const ofCustomer = (body: Body = {}): Case =>
  about(['id'], async (owner) => ({ params: { id: (await customer(owner)).id }, body }));
const ofAddress = (body: Body = {}): Case =>
  about(['id', 'addressId'], async (owner) => {
    const { id, address } = await customer(owner);
    return { params: { id, addressId: address }, body };
  });
const ofMethod = (type: 'card' | 'ach', body: Body = {}): Case =>
  about(['id', 'methodId'], async (owner) => {
    const made = await customer(owner);
    return { params: { id: made.id, methodId: made[type] }, body };
  });

const ofTypedMethod = (body: Body): Case =>
  about(['id', 'methodId'], async (owner) => {
    const made = await customer(owner);
    return { params: { id: made.id, type: 'card', methodId: made.card }, body };
  });

/** One of two customers with a card that no other case uses. */
const ofTwins = (): Case =>
  about(['id'], async ({ world, merchant }) => {
    const body = { default_payment: { card: { ...card, number: '5555555555554444' } } };
    const credential = merchant.boss.private_key;
    const make = () => world.call('POST', '/vault/customer', { credential, body });
    const [twin] = [await make(), await make()];
    return { params: { id: twin.body.data.id }, body: {} };
  });

const ofTwo = (): Case =>
  about(['id'], async (owner) => {
    const [survivor, gone] = [await customer(owner), await customer(owner)];
    return { params: { id: survivor.id }, body: { customer_ids: [gone.id] } };
  });

/** A fresh token of the merchant, as its payers' browsers get it. */
async function token({ world, merchant }: Owner, method: Body): Promise<string> {
  const path = `/tokenizer/${merchant.boss.public_key}`;
  const answer = await world.call('POST', path, { body: method });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.token;
}

const ofPublicKey = (body: Body): Case =>
  about([], async ({ merchant }) => ({ params: { key: merchant.boss.public_key }, body }));

/** A payer who has just signed in at the lab's bank. */
const signedIn = about([], async ({ world, merchant }) => {
  const answer = await world.call('POST', '/plaid/simulated-sign-in', {
    credential: merchant.boss.private_key,
    body: { username: 'user_good' },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return { params: {}, body: { public_token: answer.body.data.public_token } };
});

export const vault_cases: Readonly<Record<string, Case>> = {
  'GET /vault/{id}': ofCustomer(),
  'DELETE /vault/{id}': ofCustomer(),
  'GET /vault/customer/global-search': says(() => ({ q: 'ann' })),
  'POST /vault/customer': says(() => ({
    description: 'regular',
    default_payment: { card },
    default_billing_address: home,
  })),
  'POST /vault/customer/{id}': ofCustomer({ description: 'changed' }),
  'POST /vault/customer/{id}/address': ofCustomer({ ...home, city: 'Boulder' }),
  'POST /vault/customer/{id}/address/{addressId}': ofAddress({ ...home, city: 'Aspen' }),
  'DELETE /vault/customer/{id}/address/{addressId}': ofAddress(),
  'POST /vault/customer/{id}/card': ofCustomer(card),
  'POST /vault/customer/{id}/card/{methodId}': ofMethod('card', { expiration_date: '01/31' }),
  'DELETE /vault/customer/{id}/card/{methodId}': ofMethod('card'),
  'POST /vault/customer/{id}/ach': ofCustomer(ach),
  'POST /vault/customer/{id}/ach/{methodId}': ofMethod('ach', { account_type: 'savings' }),
  'DELETE /vault/customer/{id}/ach/{methodId}': ofMethod('ach'),
  'POST /vault/customer/{id}/token': about(['id'], async (owner) => ({
    params: { id: (await customer(owner)).id },
    body: { token: await token(owner, { ach }) },
  })),
  'POST /vault/customer/{id}/token/{methodId}': about(['id', 'methodId'], async (owner) => {
    const made = await customer(owner);
    return {
      params: { id: made.id, methodId: made.card },
      body: { token: await token(owner, { card }) },
    };
  }),
  'POST /customer/{id}/paymentmethod/token': about(['id'], async (owner) => ({
    params: { id: (await customer(owner)).id },
    body: { token: await token(owner, { ach }) },
  })),
  'POST /vault/customer/import': says(() => ({
    csv: 'id,card_number,expiration_date\nc-1,4111111111111111,12/30',
  })),
  'POST /vault/customer/import/check': says(() => ({ csv: 'id\nc-1' })),
  'GET /vault/customer/{id}/duplicates': ofTwins(),
  'POST /vault/customer/{id}/merge': ofTwo(),
  'POST /vault/customer/{id}/merge/preview': ofTwo(),
  'POST /tokenizer/{key}': ofPublicKey({ card }),
  'POST /tokenizer/{key}/card': ofPublicKey({ bin: '41111111', amount: 1000 }),
  'POST /plaid/link': signedIn,
  'POST /plaid/simulated-sign-in': says(() => ({ username: 'user_good' })),
  'GET /customer/{id}': ofCustomer(),
  'DELETE /customer/{id}': ofCustomer(),
  'POST /customer': says(() => ({ payment_method: { card }, billing_address: home })),
  'POST /customer/{id}': ofCustomer({ description: 'changed' }),
  'POST /customer/{id}/address': ofCustomer({ ...home, city: 'Boulder' }),
  'GET /customer/{id}/addresses': ofCustomer(),
  'GET /customer/{id}/address/{addressId}': ofAddress(),
  'POST /customer/{id}/address/{addressId}': ofAddress({ ...home, city: 'Aspen' }),
  'DELETE /customer/{id}/address/{addressId}': ofAddress(),
  'POST /customer/{id}/paymentmethod/card': ofCustomer(card),
  'POST /customer/{id}/paymentmethod/ach': ofCustomer(ach),
  'GET /customer/{id}/paymentmethod/{type}': about(['id'], async (owner) => ({
    params: { id: (await customer(owner)).id, type: 'card' },
    body: {},
  })),
  'GET /customer/{id}/paymentmethod/{type}/{methodId}': ofTypedMethod({}),
  'POST /customer/{id}/paymentmethod/{type}/{methodId}': ofTypedMethod({
    card: { expiration_date: '01/31' },
  }),
  'DELETE /customer/{id}/paymentmethod/{type}/{methodId}': ofTypedMethod({}),
};
