// Whether a caller may make a call at all; what stands in the way is said by contract/allowed.ts.
import type { Access } from '../../contract/access.ts';
import { allowed, type Who } from '../../contract/allowed.ts';
import { refuse } from '../../contract/errors.ts';

/**
 * 401 without a fitting credential (also a public key on a server call), 403 for the wrong account
 * type, state, role or right (Q3). What depends on the input is asked by the verb, the same way.
 */
export function checkAccess(who: Who, access: Access): void {
  const verdict = allowed(access, who);
  if (verdict.ok) return;
  const { kind, by, name, reason } = verdict;
  if (kind === 'unauthorized') refuse('unauthorized', reason);
  const data = by === 'pending' ? { pending: name } : { blocked_by: by, name };
  refuse('forbidden', `forbidden: ${reason}`, data);
}
