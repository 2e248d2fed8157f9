// A case: a request that its owner may make of one endpoint; and the usual ways to write one.
import type { PlainVerb } from '../../../contract/crud.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { resetBudgets } from '../budgets.ts';
import type { MerchantTenant, Person } from '../tenants.ts';
import type { World } from '../worlds/world.ts';

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

export function about(owned: readonly string[], make: Case['make']): Case {
  return { owned, make };
}

/** No parameters: the body alone. */
export function says(body: (owner: Owner) => Body): Case {
  return about([], async (owner) => ({ params: {}, body: body(owner) }));
}

/** About the owner's merchant, whose id the path carries under this name. */
export function ofMerchant(body: Body = {}, words: Record<string, string> = {}, name = 'id'): Case {
  return about([name], async ({ merchant }) => ({
    params: { [name]: merchant.account.id, ...words },
    body,
  }));
}

export function keyOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

type PlainCalls = Partial<Record<PlainVerb, Endpoint>> & { create: Endpoint };

/** The owner's merchant makes a row by this call; gives its id. */
async function madeBy({ world, merchant }: Owner, { path }: Endpoint, body: Body): Promise<string> {
  resetBudgets(world.services);
  const credential = merchant.boss.private_key;
  const answer = await world.call('POST', path, { credential, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

/** A case for each call that crud() makes of a noun: about a row of its own, made from `made`. */
export function plainCases(
  calls: PlainCalls,
  made: () => Body,
  change: () => Body = made,
): Readonly<Record<string, Case>> {
  const ofOne = (body: () => Body = () => ({}), words: Record<string, string> = {}) =>
    about(['id'], async (owner) => {
      const id = await madeBy(owner, calls.create, made());
      return { params: { id, ...words }, body: body() };
    });
  const ofBelow = ofMerchant({}, {}, 'merchantId');
  const cases: Readonly<Record<PlainVerb, Case>> = {
    search: says(() => ({})),
    searchOf: ofBelow,
    find: says(() => ({})),
    findOf: ofBelow,
    get: ofOne(),
    create: says(made),
    update: ofOne(change),
    remove: ofOne(),
    setStatus: ofOne(undefined, { action: 'disable' }),
  };
  const entries = Object.entries(cases).flatMap(([verb, its]) => {
    const call = calls[verb as PlainVerb];
    return call ? [[keyOf(call), its] as const] : [];
  });
  return Object.fromEntries(entries);
}
