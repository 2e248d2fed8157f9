// A case: a request that its owner may make of one endpoint; and the usual ways to write one.
import type { MerchantTenant, Person } from '../tenants.ts';
import type { World } from '../world.ts';

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
