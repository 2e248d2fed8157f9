// Whether a caller may make a call at all; contract/access/allowed.ts says what is in the way.
import type { Access } from '../../contract/access/access.ts';
import { allowed, type Subject } from '../../contract/access/allowed.ts';
import { refuse } from '../../contract/errors.ts';
import type { Actor, Context } from '../context.ts';

/**
 * 401 without a fitting credential (also a public key on a server call), 403 for the wrong account
 * type, state, role or right (Q3). What depends on the input is checked by the verb, the same way.
 */
export function checkAccess(who: Subject, access: Access): void {
  const verdict = allowed(access, who);
  if (verdict.ok) return;
  const { kind, by, name, reason } = verdict;
  if (kind === 'unauthorized') refuse('unauthorized', reason);
  const data = by === 'pending' ? { pending: name } : { blocked_by: by, name };
  refuse('forbidden', `forbidden: ${reason}`, data);
}

/** 403 where the call takes a switch of the merchant's account that is off (spec 2 §6). */
export async function checkSwitch(context: Context, access: Access): Promise<void> {
  if (access.kind === 'open' || access.account_permission === undefined) return;
  const account_permissions = await context.ownSwitches(context);
  if (account_permissions) checkAccess({ ...context.actor, account_permissions }, access);
}

/** 403: `what` exceeds the limits of the calling key. */
export function refuseBeyondKey(what: string): never {
  refuse('forbidden', `forbidden: the API key you use is limited: ${what}`);
}

/**
 * 403 for a key with an expiry, addresses or origins: users, webhooks and the like have none of
 * these, so they would outlive the key or work where it does not.
 */
export function checkLastingWrite({ limits }: Pick<Actor, 'limits'>, what: string): void {
  if (!limits) return;
  const { allowed_addresses, allowed_origins, expires_at } = limits;
  if (allowed_addresses.length > 0 || allowed_origins.length > 0 || expires_at !== null) {
    refuseBeyondKey(`with an expiry, addresses or origins it cannot create ${what}`);
  }
}
