// What a limited API key may create: nothing with more rights, a longer life or a wider origin.
import type { AccountType } from '../../../contract/access/access.ts';
import { scopesOfUser } from '../../../contract/access/key-scopes.ts';
import { refuse } from '../../../contract/errors.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import type { Actor, KeyLimits } from '../../context.ts';
import { checkLastingWrite, refuseBeyondKey } from '../../http/access.ts';
import { isWithin } from '../sign-in/addresses.ts';

export function isLimited(limits: KeyLimits): boolean {
  const { scopes, allowed_addresses, allowed_origins, expires_at } = limits;
  return (
    scopes.length > 0 ||
    allowed_addresses.length > 0 ||
    allowed_origins.length > 0 ||
    expires_at !== null
  );
}

/** 403 unless a key with limits `wanted` may do no more than the key that creates or changes it. */
export function checkKeyWithin({ limits: own }: Actor, wanted: KeyLimits): void {
  if (!own) return;
  if (own.scopes.length > 0) {
    if (wanted.scopes.length === 0) {
      refuseBeyondKey(`the new key needs scopes among ${own.scopes.join(', ')}`);
    }
    const extra = wanted.scopes.find((name) => !own.scopes.includes(name));
    if (extra) refuseBeyondKey(`it does not have the scope ${extra}`);
  }
  if (own.expires_at !== null) {
    const { expires_at } = wanted;
    const is_later = expires_at === null || new Date(expires_at) > new Date(own.expires_at);
    if (is_later) refuseBeyondKey(`Expires At must be ${own.expires_at} or earlier`);
  }
  checkPlacesWithin(own, wanted);
}

function checkPlacesWithin(own: KeyLimits, wanted: KeyLimits): void {
  const { allowed_addresses: networks, allowed_origins: origins } = own;
  if (networks.length > 0) {
    const { allowed_addresses: requested } = wanted;
    const fits = requested.length > 0 && requested.every((one) => isWithin(one, networks));
    if (!fits) refuseBeyondKey(`Allowed Addresses must lie within ${networks.join(', ')}`);
  }
  if (origins.length > 0) {
    const { allowed_origins: requested } = wanted;
    const fits = requested.length > 0 && requested.every((one) => origins.includes(one));
    if (!fits) refuseBeyondKey(`Allowed Origins must be among ${origins.join(', ')}`);
  }
}

/** The members of a user that decide which scopes cover it. */
export interface UserRights {
  account_type: AccountType;
  role: string;
  permissions: Readonly<Record<string, boolean | undefined>>;
}

/**
 * 403 where the caller's key is limited and the change lets the user do more than before and more
 * than the key. Users sign in from anywhere, do not expire, and have all of their role and rights.
 */
export function checkUserWithin(
  { limits: own }: Actor,
  before: UserRights | null,
  after: UserRights,
): void {
  if (!own) return;
  const had = before ? scopesOfUser(before) : [];
  const has = scopesOfUser(after);
  if (had === null) {
    checkRightsWithin(own, before as UserRights, after);
    return;
  }
  if (has === null) refuseBeyondKey('it cannot create users of admin and partner accounts');
  const gained = has.filter((name) => !had.includes(name));
  if (before !== null && gained.length === 0) return;
  // After this only keys with scopes need checking.
  checkLastingWrite({ limits: own }, 'users');
  const extra = gained.find((name) => !own.scopes.includes(name));
  if (extra) refuseBeyondKey(`the user would have the scope ${extra}, which the key does not have`);
}

/**
 * For users of admin and partner accounts, which no scope list covers: only gained rights count.
 */
function checkRightsWithin(own: KeyLimits, before: UserRights, after: UserRights): void {
  const is_raised = before.role !== after.role && after.role === 'admin';
  const gains = Object.entries(after.permissions).some(
    ([name, held]) => held === true && before.permissions[name] !== true,
  );
  if (is_raised || gains) {
    checkLastingWrite({ limits: own }, 'rights');
    if (is_raised) refuseBeyondKey('it cannot create users with the admin role');
  }
}

/**
 * 403 for changes that let a person sign in as the user; a password reset goes to the email
 * address.
 */
export function checkCredentialChange(actor: Actor, what: string): void {
  if (actor.limits) refuseBeyondKey(`it cannot change ${what} of a user`);
  if (actor.acting_user_id !== '') {
    refuse('forbidden', `forbidden: you cannot change ${what} of users while acting as a user`);
  }
}

/** The members that decide whether a user may sign in, and from which addresses. */
type SignInAccess = Pick<UserRecord, 'status' | 'access_restrictions'>;

/**
 * 403 where a limited key, or somebody who acts as a user, lets a user sign in from where they
 * could not before. Whether a limited key may enable a user is checked by checkUserWithin().
 */
export function checkLoginGrant(actor: Actor, before: SignInAccess, after: SignInAccess): void {
  const [was, is] = [before.access_restrictions, after.access_restrictions];
  if (was.ip !== null && is.ip !== was.ip) checkCredentialChange(actor, 'the IP restriction');
  const is_shut = before.status !== 'active' || was.disable_user_login;
  const is_open = after.status === 'active' && !is.disable_user_login;
  if (is_shut && is_open && actor.acting_user_id !== '') {
    refuse('forbidden', 'forbidden: you cannot enable users while acting as a user');
  }
}
