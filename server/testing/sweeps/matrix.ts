// The tenant matrix: who is foreign to a merchant, and every place of a request that may name it.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type MerchantTenant, makeMerchant, type Person } from '../tenants.ts';
import { type Case, keyOf, type Request } from './case-parts.ts';
import { caseOf, cases } from './cases.ts';
import { isFilter, listsOf, membersOf, shapeOf, withAt } from './schema-walk.ts';
import { callersOf, credentialFor, type SweepWorld, send } from './sweep-world.ts';

export interface Principal {
  name: string;
  /** null: nobody signed in. */
  person: Person | null;
  /** Speaks with the public key. */
  is_public: boolean;
  /** A merchant within its reach, to make requests of its own about. */
  own: MerchantTenant;
}

export interface Matrix {
  sweep: SweepWorld;
  /** M1b under P1: everybody below is foreign to it. */
  victim: MerchantTenant;
  principals: Principal[];
}

/** Its sibling, the partner below its own, another partner, both roles, keys of both kinds. */
export async function makeMatrix(sweep: SweepWorld): Promise<Matrix> {
  const { m1, m1a, m2, p1, p1a, p2 } = sweep.tenants;
  const victim = await makeMerchant(sweep.world.system, 'm1b', p1.account.id);
  const as = (name: string, person: Person | null, own: MerchantTenant, is_public = false) => ({
    name,
    person,
    is_public,
    own,
  });
  const principals = [
    as('nobody', null, m1),
    as("M1's public key", m1.boss, m1, true),
    as('M1 admin', m1.boss, m1),
    as('M1 standard', m1.clerk, m1),
    as('M1a admin', m1a.boss, m1a),
    as('P1a admin', p1a.boss, m1a),
    as('P1a standard', p1a.clerk, m1a),
    as('P2 admin', p2.boss, m2),
  ];
  return { sweep, victim, principals };
}

/** The victim's own person who may call, for making its things. */
export function victimPerson({ sweep, victim }: Matrix, endpoint: Endpoint): Person {
  const types = callersOf(endpoint);
  if (types.length === 0 || types.includes('merchant')) return victim.boss;
  return types.includes('partner') ? sweep.tenants.p1.boss : sweep.tenants.admin.boss;
}

export async function credentialOf(
  { sweep }: Matrix,
  endpoint: Endpoint,
  { person, is_public }: Principal,
): Promise<string> {
  if (person === null) return '';
  return is_public ? person.public_key : await credentialFor(sweep.world, endpoint, person);
}

/** Whether the endpoint is for this principal, so that a foreign id must be a 404. */
export function mayCall(endpoint: Endpoint, { person, is_public }: Principal): boolean {
  const { access } = endpoint;
  if (access.kind === 'open') return true;
  if (person === null || (is_public && !access.public_key)) return false;
  const fits = access.types.some((type) => type === person.user.account_type);
  return fits && person.user.role === 'admin';
}

/** Endpoints the matrix can ask: a path with parameters needs a case; another sweep asks for it. */
export function known(endpoint: Endpoint): boolean {
  return !endpoint.path.includes('{') || cases[keyOf(endpoint)] !== undefined;
}

export const unknown_id = '7'.repeat(20);

/** The path's parameters with every id of a tenant unknown. */
export function unknownParams(request: Request, { owned }: Case): Request['params'] {
  const named = Object.entries(request.params).map(([name, value]) => [
    name,
    owned.includes(name) ? unknown_id : value,
  ]);
  return Object.fromEntries(named);
}

/** All ids the victim's, and for longer paths also one's own merchant with its innermost id. */
export function aims(endpoint: Endpoint, request: Request, own: MerchantTenant) {
  const [first, second] = caseOf(endpoint).owned;
  if (!first || !second) return [request.params];
  return [request.params, { ...request.params, [first]: own.account.id }];
}

/** Texts of the caller's own making that are only kept: nothing is looked up by them. */
const own_texts = new Set(['order_id', 'vendor_id', 'initial_transaction_id', 'format_id']);
const is_id = (name: string) => /(^|_)ids?(_in)?$/.test(name);

/** One place of a body that may name something of ours, and how an id is put there. */
export interface Place {
  name: string;
  /** The last part of its path: what kind of id it takes. */
  kind: string;
  put(body: object, id: string): object;
}

/** The first element of a list of a body; none where it is not there. */
function firstOf(body: object, path: readonly string[]): object {
  const at = (value: unknown, name: string) => (value as Record<string, unknown> | null)?.[name];
  const list = path.reduce<unknown>(at, body);
  return Array.isArray(list) && typeof list[0] === 'object' ? { ...list[0] } : {};
}

/** Members, filters, and members of lists. */
export function placesOf(endpoint: Endpoint): Place[] {
  const members = membersOf(endpoint.input).filter(({ path, schema }) => {
    const name = path.at(-1) as string;
    return is_id(name) && (isFilter(schema) || !own_texts.has(name));
  });
  const plain = members.map(({ path, schema }) => ({
    name: path.join('.'),
    kind: path.at(-1) as string,
    put: (body: object, id: string) =>
      withAt(body, path, isFilter(schema) ? { operator: '=', value: id } : id) as object,
  }));
  const listed = listsOf(endpoint.input).flatMap(({ path, schema }): Place[] => {
    const name = path.at(-1) as string;
    const inside = Object.keys(shapeOf(schema) ?? {}).filter(
      (member) => is_id(member) && !own_texts.has(member),
    );
    const places = inside.map((member) => ({
      name: `${path.join('.')}[].${member}`,
      kind: member,
      // The other members stay: a row that lacks one would be refused before anything is looked up.
      put: (body: object, id: string) =>
        withAt(body, path, [{ ...firstOf(body, path), [member]: id }]) as object,
    }));
    if (!is_id(name)) return places;
    const put = (body: object, id: string) => withAt(body, path, [id]) as object;
    return [...places, { name: `${path.join('.')}[]`, kind: name, put }];
  });
  return [...plain, ...listed];
}

/** Names a careless verb might read although its contract does not know them. */
const unasked = ['id', 'merchant_id', 'partner_id', 'account_id', 'account_type_id', 'user_id'];

/** The same request with unasked names in query and body, all pointing at these ids. */
export async function sendUnasked(
  { sweep }: Matrix,
  endpoint: Endpoint,
  request: Request,
  credential: string,
  idOf: (name: string) => string,
) {
  const named = Object.fromEntries(unasked.map((name) => [name, idOf(name)]));
  const query = `?${new URLSearchParams(named).toString()}`;
  const target = { ...endpoint, path: `${endpoint.path}${query}` } as Endpoint;
  const body = { ...named, ...request.body };
  return await send(sweep.world, target, { ...request, body }, credential);
}
