// Whether a caller may make a call at all: credential, account type, role, right (Q3).
import type { Access, Pending } from '../../contract/access.ts';
import { refuse } from '../../contract/errors.ts';
import type { Actor } from '../context.ts';

/** What the session has to do first, in the words its user reads. */
const pending_words: Readonly<Record<Pending, string>> = {
  password: 'a new password has to be set first',
  terms: 'the terms of service have to be accepted first',
  two_factor: 'a second factor has to be set up first',
};

/**
 * 401 without a fitting credential (also a public key on a server call), 403 for the wrong account
 * type, role or right. What depends on the input is asked by the verb.
 */
export function checkAccess(actor: Actor, access: Access): void {
  if (access.kind === 'open') return;
  if (actor.kind === 'anonymous') refuse('unauthorized', 'unauthorized');
  if (actor.kind === 'public_key' && !access.public_key) refuse('unauthorized', 'unauthorized');
  if (actor.account_type === '' || actor.account_type === 'system') {
    refuse('unauthorized', 'unauthorized');
  }
  if (!access.types.includes(actor.account_type)) refuse('forbidden', 'forbidden');
  if (actor.pending && !access.while_pending) {
    refuse('forbidden', `forbidden: ${pending_words[actor.pending]}`, { pending: actor.pending });
  }
  if (access.in_person && actor.acting_user_id !== '') {
    refuse(
      'forbidden',
      'forbidden: whoever acts as a user does not change keys, password or factors',
    );
  }
  if (access.session_only && actor.kind !== 'session') refuse('forbidden', 'forbidden');
  if (access.role && actor.role !== access.role) refuse('forbidden', 'forbidden');
  if (access.permission) requirePermission(actor, access.permission);
}

/** 403 unless the user's document grants the right; absent means false (gateway-api 2.2). */
export function requirePermission(actor: Actor, permission: string): void {
  if (actor.permissions[permission] !== true) {
    refuse('forbidden', `forbidden: the right ${permission} is missing`);
  }
}
