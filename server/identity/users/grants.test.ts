// What a key with an expiry may make of a role: whoever holds the role outlives the key.
import { describe, expect, it } from 'vitest';
import { type Actor, nobody } from '../../context.ts';
import { checkRoleGrant } from './grants.ts';

const held = { process_sale: true, process_refund: true };
const limits = {
  scopes: [],
  allowed_addresses: [],
  allowed_origins: [],
  expires_at: '2030-01-01T00:00:00.000Z',
};
const actor: Actor = { ...nobody, kind: 'api_key', role: 'admin', permissions: held, limits };
const check = (before: object | null, after: object) => () =>
  checkRoleGrant(actor, before as null, after as object as Record<string, boolean>);

describe('a key that expires', () => {
  it('may take rights from a role, and leave it what it has', () => {
    expect(check(held, held)).not.toThrow();
    expect(check(held, { process_sale: true })).not.toThrow();
    expect(check(held, { ...held, process_refund: false })).not.toThrow();
  });

  it('may give a role nothing more, and makes none', () => {
    expect(check({ process_sale: true }, held)).toThrow(/^forbidden/);
    expect(check({ ...held, process_refund: false }, held)).toThrow(/^forbidden/);
    expect(check(null, {})).toThrow(/^forbidden/);
  });
});
