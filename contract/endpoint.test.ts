// Endpoints as values: what endpoint() and crud() state, and the types read off paths.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { open, signedIn } from './access/access.ts';
import { crud } from './crud.ts';
import { endpoint, nothing, type ParamsOf, paramNames, record } from './endpoint.ts';
import { text } from './search/search.ts';

describe('endpoint()', () => {
  const one = endpoint({
    method: 'GET',
    path: '/merchant/{mid}/processor/{id}',
    access: open,
    reply: record(z.string()),
    rate_class: 'read',
    summary: '',
  });

  it('changes nothing and takes no input unless it says so', () => {
    expect(one.audit).toBeNull();
    expect(one.input.parse({ anything: 1 })).toEqual({});
  });

  it('types its parameters by the text of its path, and names them in order', () => {
    expectTypeOf<ParamsOf<typeof one>>().toMatchTypeOf<{ mid: string; id: string }>();
    expect(paramNames(one.path)).toEqual(['mid', 'id']);
    expect(paramNames('/user')).toEqual([]);
  });
});

describe('crud()', () => {
  const noun = {
    one: '/group',
    many: '/groups',
    noun: 'group',
    record: z.object({ id: z.string(), name: z.string() }),
    input: z.object({ name: z.string() }),
    update: z.object({ name: z.string().optional() }),
    read: signedIn(['merchant', 'partner'], { scope: 'view_accounts' }),
    write: signedIn(['merchant'], { role: 'admin', scope: 'manage_settings' }),
  } as const;
  const groups = crud(noun);

  it('makes the five ordinary endpoints at the usual paths', () => {
    const routes = Object.entries(groups).map(([verb, e]) => `${verb} ${e.method} ${e.path}`);
    expect(routes).toEqual([
      'search GET /groups',
      'get GET /group/{id}',
      'create POST /group',
      'update POST /group/{id}',
      'remove DELETE /group/{id}',
    ]);
  });

  it('reads without an audit row and writes with one, each under its own rule', () => {
    const { search, get, create, update, remove } = groups;
    expect([search, get].map((e) => [e.audit, e.access])).toEqual([
      [null, signedIn(['merchant', 'partner'], { scope: 'view_accounts' })],
      [null, signedIn(['merchant', 'partner'], { scope: 'view_accounts' })],
    ]);
    const verbs = [create, update, remove];
    expect(verbs.map(({ audit }) => audit)).toEqual([
      'group.create',
      'group.update',
      'group.remove',
    ]);
    expect(
      verbs.every(({ access }) => access.kind === 'signed_in' && access.role === 'admin'),
    ).toBe(true);
    expect(remove.reply).toEqual(nothing());
  });

  it('pages lists by a query: 10 rows unless stated, 100 at most', () => {
    const page = groups.search.input;
    expect(page.parse({})).toEqual({ limit: 10, offset: 0 });
    expect(page.parse({ limit: '100', offset: '5' })).toEqual({ limit: 100, offset: 5 });
    for (const limit of ['101', '-1', '1.5', 'x']) {
      expect(page.safeParse({ limit }).success, limit).toBe(false);
    }
  });

  it('adds the search, the lists of a merchant below and the status where they are stated', () => {
    const below = signedIn(['admin', 'partner'], { scope: 'view_accounts' });
    const fields = { name: text('Name', 50) };
    const more = crud({ ...noun, find: '/group/search', fields, below, has_status: true });
    const routes = Object.entries(more).map(([verb, e]) => `${verb} ${e.method} ${e.path}`);
    expect(routes.filter((one) => !/ (POST|GET|DELETE) \/groups?(\/\{id\})?$/.test(one))).toEqual([
      'searchOf GET /groups/{merchantId}',
      'find POST /group/search',
      'findOf POST /group/search/{merchantId}',
      'setStatus POST /group/{id}/status/{action}',
    ]);
    expect([more.searchOf.access, more.findOf.access]).toEqual([below, below]);
    expect([more.find.access, more.setStatus.access]).toEqual([noun.read, noun.write]);
    expect([more.find.audit, more.setStatus.audit]).toEqual([null, 'group.status']);
    expectTypeOf<ParamsOf<typeof more.setStatus>>().toMatchTypeOf<{ id: string; action: string }>();
    const name = { operator: '%', value: 'a' };
    expect(more.find.input.parse({ name, other: 1 })).toMatchObject({ filters: { name } });
    expect(more.find.input.safeParse({ name: { operator: '<', value: 'a' } }).success).toBe(false);
  });

  it('answers a create with what is shown once, below a merchant as well', () => {
    const created = noun.record.extend({ api_key: z.string() });
    const keyed = crud({ ...noun, one: '/merchant/{mid}/group', created, rate_class: 'probe' });
    expect(keyed.create.reply.schema).toBe(created);
    expect(keyed.update.reply.schema).toBe(noun.record);
    expect([keyed.create, keyed.update, keyed.remove].map(({ rate_class }) => rate_class)).toEqual([
      'probe',
      'probe',
      'write',
    ]);
    expectTypeOf<ParamsOf<typeof keyed.get>>().toMatchTypeOf<{ mid: string; id: string }>();
  });
});

it('a rule for signed-in callers is for all account types unless it names them', () => {
  const every = signedIn(undefined, { scope: 'every_key' });
  expect(every.types).toEqual(['admin', 'partner', 'merchant']);
  expect(signedIn(['admin'], { permission: 'process_sale', session_only: true })).toEqual({
    kind: 'signed_in',
    types: ['admin'],
    permission: 'process_sale',
    session_only: true,
    scope: 'no_limited_key',
  });
});

it('a rule says what a limited key needs, or does not compile', () => {
  // @ts-expect-error: a rule without a right, a scope or a session says nothing about keys.
  signedIn(['merchant'], { role: 'admin' });
  expect(signedIn(['merchant'], { scope: 'view_accounts' }).scope).toEqual(['view_accounts']);
  expect(signedIn(['merchant'], { session_only: true }).scope).toBe('no_limited_key');
});
