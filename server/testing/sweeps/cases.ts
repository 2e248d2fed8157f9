// A request its owner may make, for every endpoint that needs more than an empty one.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { good_card, type MerchantTenant, type Person, tenant_password } from '../tenants.ts';
import type { World } from '../world.ts';
import { account_cases } from './account-cases.ts';
import { audit_cases } from './audit-cases.ts';
import { export_cases } from './export-cases.ts';
import { field_cases } from './field-cases.ts';
import { identity_cases } from './identity-cases.ts';
import { batchIn, flaggedTransaction, lostAttempt, settledTransaction } from './transactions.ts';
import { webhook_cases } from './webhook-cases.ts';

export interface Request {
  /** Values of the path's parameters by name. */
  params: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Whose request it is: the merchant it is about, and who makes it. */
export interface Owner {
  world: World;
  merchant: MerchantTenant;
  caller: Person;
}

export interface Case {
  make(owner: Owner): Promise<Request>;
  /** Parameters that name something of a tenant; the others are words anyone may say. */
  owned: readonly string[];
}

type Body = Record<string, unknown>;

function about(owned: readonly string[], make: Case['make']): Case {
  return { owned, make };
}

/** No parameters: the body alone. */
function says(body: (owner: Owner) => Body): Case {
  return about([], async (owner) => ({ params: {}, body: body(owner) }));
}

async function pay(owner: Owner, body: Body = {}): Promise<string> {
  const { world, merchant } = owner;
  const answer = await world.call('POST', '/transaction', {
    credential: merchant.boss.private_key,
    body: { ...card_sale(), ...body },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

const card_sale = (): Body => ({
  type: 'sale',
  amount: 1299,
  payment_method: { card: good_card },
});

/** A transaction of the merchant, in the short form and in the one with the merchant's id. */
function transaction(make: (owner: Owner) => Promise<string>, body: Body = {}): Case {
  return about(['id'], async (owner) => ({ params: { id: await make(owner) }, body }));
}
function transactionOf(make: (owner: Owner) => Promise<string>): Case {
  return about(['merchantId', 'id'], async (owner) => ({
    params: { merchantId: owner.merchant.account.id, id: await make(owner) },
    body: {},
  }));
}
const searchOf = about(['merchantId'], async ({ merchant }) => ({
  params: { merchantId: merchant.account.id },
  body: {},
}));

const sale = (owner: Owner) => pay(owner);
const hold = (owner: Owner) => pay(owner, { type: 'authorize' });
const settled = ({ world, merchant }: Owner) => settledTransaction(world, merchant);
const flagged = (status: 'flagged' | 'flagged_partner') => (owner: Owner) =>
  flaggedTransaction(owner.world, owner.merchant, status);

/** One row of a call that takes several. */
function several(make: (owner: Owner) => Promise<string>, row: Body = {}): Case {
  return about([], async (owner) => ({
    params: {},
    body: { transactions: [{ id: await make(owner), ...row }] },
  }));
}

/** An attempt whose answer was lost and which waits for a person; the operator's own. */
function unresolved(body: Body): Case {
  return about(['merchantId', 'attemptId'], async ({ world, merchant }) => ({
    params: { merchantId: merchant.account.id, attemptId: await lostAttempt(world, merchant) },
    body,
  }));
}

function apiKey(body: Body = {}): Case {
  return about(['id'], async ({ world, caller }) => {
    const made = await world.call('POST', '/user/apikey', { credential: caller.private_key });
    return { params: { id: made.body.data.id }, body };
  });
}

function ofMerchant(body: Body = {}, words: Record<string, string> = {}, name = 'id'): Case {
  return about([name], async ({ merchant }) => ({
    params: { [name]: merchant.account.id, ...words },
    body,
  }));
}

const new_processor = {
  type: 'tsys_sierra',
  name: 'Another',
  settings: { mid: '000000000002' },
};

/** A fresh processor, which nothing else uses. */
function processor(body: Body = {}, words: Record<string, string> = {}): Case {
  return about(['mid', 'id'], async ({ world, merchant, caller }) => {
    const mid = merchant.account.id;
    const above = caller.user.account_type === 'merchant' ? null : caller.private_key;
    if (above === null) return { params: { mid, id: merchant.processors.card, ...words }, body };
    const path = `/merchant/${mid}/processor`;
    const made = await world.call('POST', path, { credential: above, body: new_processor });
    if (made.status !== 200) throw new Error(made.text);
    return { params: { mid, id: made.body.data.id, ...words }, body };
  });
}

function batch(state: 'mismatch' | 'unknown', body: Body = {}): Case {
  return about(['merchantId', 'id'], async ({ world, merchant }) => ({
    params: { merchantId: merchant.account.id, id: await batchIn(world, merchant, state) },
    body,
  }));
}

export const cases: Readonly<Record<string, Case>> = {
  ...account_cases,
  ...audit_cases,
  ...export_cases,
  ...field_cases,
  ...identity_cases,
  ...webhook_cases,
  'POST /token-auth': says(({ caller }) => ({
    username: caller.user.username,
    password: tenant_password,
  })),
  'POST /user/apikey': says(() => ({ type: 'api', name: 'swept' })),
  'GET /user/apikey/{id}': apiKey(),
  'POST /user/apikey/{id}': apiKey({ name: 'renamed' }),
  'DELETE /user/apikey/{id}': apiKey(),
  'GET /const/country/{country}/states': about([], async () => ({ params: { country: 'US' } })),
  'GET /merchant/{id}': ofMerchant(),
  'POST /merchant/{id}/requireds': ofMerchant({ requireds: { default: { email: 'required' } } }),
  'GET /merchant/{id}/default/{group}': ofMerchant({}, { group: 'reporting' }),
  'POST /merchant/{id}/default/{group}': ofMerchant({}, { group: 'reporting' }),
  'POST /sandbox/clock': says(() => ({ advance_seconds: 1 })),

  'GET /merchant/{mid}/processors': ofMerchant({}, {}, 'mid'),
  'POST /merchant/{mid}/processor': ofMerchant(new_processor, {}, 'mid'),
  'GET /merchant/{mid}/processor/{id}': processor(),
  'POST /merchant/{mid}/processor/{id}': processor({ name: 'Renamed' }),
  'DELETE /merchant/{mid}/processor/{id}': processor(),
  'POST /merchant/{mid}/processor/{id}/test': processor(),
  'GET /merchant/{mid}/processor/{id}/status/{action}': processor({}, { action: 'disable' }),
  'POST /merchant/{mid}/processor/{id}/status/{action}': processor({}, { action: 'release' }),

  'POST /transaction': says(card_sale),
  'POST /transaction/multi': says(() => ({
    payment_method: { card: good_card },
    transactions: [
      { type: 'sale', amount: 1299 },
      { type: 'authorize', amount: 100 },
    ],
  })),
  'POST /transaction/multi/void': several(sale),
  'POST /transaction/multi/refund': several(settled, { amount: 100 }),
  'GET /transaction/{id}': transaction(sale),
  'GET /transaction/{merchantId}/{id}': transactionOf(sale),
  'POST /transaction/search/{merchantId}': searchOf,
  'POST /transaction/search/totals/{merchantId}': searchOf,
  'POST /transaction/report/{merchantId}': searchOf,
  'POST /transaction/{id}/capture': transaction(hold),
  'POST /transaction/{id}/refund': transaction(settled, { amount: 100 }),
  'POST /transaction/{id}/void': transaction(sale),
  'POST /transaction/{id}/tipadjust': transaction(sale, { tip: 100 }),
  'POST /transaction/{id}/flagged/approve': transaction(flagged('flagged')),
  'POST /transaction/{id}/flagged/decline': transaction(flagged('flagged')),
  'POST /transaction/{merchantId}/{id}/flagged/approve': transactionOf(flagged('flagged_partner')),
  'POST /transaction/{merchantId}/{id}/flagged/decline': transactionOf(flagged('flagged_partner')),
  'POST /transaction/{id}/email': transaction(sale, { email_address: 'payer@example.com' }),
  'POST /transaction/{id}/print': transaction(sale),
  'POST /transaction/{merchantId}/{id}/print': transactionOf(sale),
  'GET /transaction/{id}/print': transaction(sale),
  'GET /transaction/{merchantId}/{id}/print': transactionOf(sale),
  'GET /transaction/{merchantId}/{id}/ledger': transactionOf(sale),
  'GET /transaction/{merchantId}/{id}/events': transactionOf(sale),
  'GET /transaction/{id}/events': transaction(sale),
  'GET /transaction/{merchantId}/{id}/emails': transactionOf(sale),
  'GET /transaction/{id}/emails': transaction(sale),
  'GET /transaction/{merchantId}/{id}/explain': transactionOf(sale),
  'GET /transaction/{id}/explain': transaction(sale),

  'GET /unresolved/{merchantId}/{attemptId}': unresolved({}),
  'POST /unresolved/{merchantId}/{attemptId}/inquire': unresolved({ reason: 'swept' }),
  'POST /unresolved/{merchantId}/{attemptId}/approve': unresolved({
    reason: 'swept',
    processor_transaction_id: 'swept',
  }),
  'POST /unresolved/{merchantId}/{attemptId}/not-processed': unresolved({ reason: 'swept' }),

  'POST /settlement/batch/{merchantId}/{id}/resolve': batch('mismatch', {
    to: 'settlement_differences',
    reason: 'swept',
  }),
  'POST /settlement/exception/{merchantId}/{id}/retry': batch('unknown'),

  'POST /lookup/bin/protected': says(() => ({ type: 'bin', type_id: '', bin: '411111' })),
  'POST /lookup/fees': says(() => ({ type: 'bin', bin: '411111', base_amount: 1000 })),
  'POST /calculate/amounts': says(() => ({ amount: 1000, payment_method: 'card' })),
};

export function keyOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** The endpoint's case; one without parameters may do without and sends an empty request. */
export function caseOf(endpoint: Endpoint): Case {
  const known = cases[keyOf(endpoint)];
  if (known) return known;
  if (endpoint.path.includes('{')) {
    throw new Error(`${keyOf(endpoint)} has no case in server/testing/sweeps/cases.ts.`);
  }
  return about([], async () => ({ params: {}, body: {} }));
}

/** The path with its parameters filled in. */
export function fill(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
