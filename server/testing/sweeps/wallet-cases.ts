// Requests about Apple Pay registrations that their owner may make.
import { recipientPoint } from '../wallets.ts';
import { about, type Case, type Owner, says } from './case-parts.ts';

type Body = Record<string, unknown>;

interface Registration {
  id: string;
  apple_pay_merchant_id: string;
  certificates: { status: string; signing_request: string }[];
}

const named = (): Body => ({
  apple_pay_merchant_id: 'merchant.example.sweep',
  display_name: 'Shop',
  domain_name: 'shop.example.com',
});

/** The merchant's last registration with an open request: making keys takes a while. */
async function registration({ world, merchant }: Owner): Promise<Registration> {
  const credential = merchant.boss.private_key;
  const call = async (method: 'GET' | 'POST', path: string, body?: Body) => {
    const answer = await world.call(method, path, { credential, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  const known: Registration[] = await call('GET', '/merchant/apple-pay');
  const last = known.at(-1);
  if (!last) return await call('POST', '/merchant/apple-pay', named());
  if (last.certificates.some(({ status }) => status === 'requested')) return last;
  const body = { kind: 'processing' };
  return await call('POST', `/merchant/apple-pay/${last.id}/signing-request`, body);
}

const of = (body: Body = {}): Case =>
  about(['id'], async (owner) => ({ params: { id: (await registration(owner)).id }, body }));

/** What the simulator's portal signs. */
const signed = about(['id'], async (owner) => {
  const { id, apple_pay_merchant_id, certificates } = await registration(owner);
  const open = certificates.find(({ status }) => status === 'requested');
  const named = { merchant_id: apple_pay_merchant_id, request: open?.signing_request };
  return { params: { id }, body: await lab(owner, '/apple/certificate', named) };
});

async function lab({ world }: Owner, path: string, body: Body): Promise<Body> {
  const answer = await fetch(`${world.lab?.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Body;
}

async function customerOf({ world, merchant }: Owner): Promise<string> {
  const credential = merchant.boss.private_key;
  const answer = await world.call('POST', '/vault/customer', { credential, body: {} });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

/** A payer's token for a registration whose certificates the simulator has signed. */
const savedApplePay = about(['id'], async (owner) => {
  const { id: key_id } = await registration(owner);
  const credential = owner.merchant.boss.private_key;
  const path = `/merchant/apple-pay/${key_id}/test-certificates`;
  const { body } = await owner.world.call('POST', path, { credential, body: {} });
  const { apple_pay_merchant_id: merchant_id, processing_certificate } = body.data;
  const card = { number: '4111111111111111', expiration: '301231', amount: 1000 };
  const named = { merchant_id, processing_certificate, ...card };
  const pkpaymenttoken = await lab(owner, '/apple/token', named);
  return { params: { id: await customerOf(owner) }, body: { key_id, pkpaymenttoken } };
});

const savedGooglePay = about(['id'], async (owner) => {
  const named = {
    gateway: 'gatewayprocessing',
    gateway_merchant_id: owner.merchant.boss.public_key,
    recipient_key: recipientPoint(owner.world.system),
    number: '5555555555554444',
    expiration: '12/30',
  };
  const google_pay_token = await lab(owner, '/google/token', named);
  return { params: { id: await customerOf(owner) }, body: { google_pay_token } };
});

export const wallet_cases: Readonly<Record<string, Case>> = {
  'POST /vault/customer/{id}/applepay': savedApplePay,
  'POST /vault/customer/{id}/googlepay': savedGooglePay,
  'POST /merchant/apple-pay': says(named),
  'GET /merchant/apple-pay/{id}': of(),
  'POST /merchant/apple-pay/{id}': of({ display_name: 'The shop' }),
  'DELETE /merchant/apple-pay/{id}': of(),
  'POST /merchant/apple-pay/{id}/signing-request': of({ kind: 'processing' }),
  'POST /merchant/apple-pay/{id}/certificate': signed,
  'POST /merchant/apple-pay/{id}/test-certificates': of(),
};
