// Who may give whom which rights: nobody gives more than they hold (gateway-api 2.2, spec 1 §6).
import { refuse } from '../../contract/errors.ts';
import type { Actor } from '../context.ts';

type Rights = Readonly<Record<string, boolean | undefined>>;

export interface Grant {
  role: string;
  custom_role_id: string;
  permissions: Rights;
}

/**
 * 403 unless the caller may turn `before` (null: a new user) into `after`. Role admin, and users
 * who have it, are the business of role admin alone; a right is given only by who holds it.
 */
export function checkGrant(actor: Actor, before: Grant | null, after: Grant): void {
  if (actor.kind === 'system') return;
  const touches_admin = before?.role === 'admin' || after.role === 'admin';
  if (touches_admin && actor.role !== 'admin') {
    refuse('forbidden', 'forbidden: only the role admin changes users of the role admin');
  }
  for (const [name, value] of Object.entries(after.permissions)) {
    const is_new = value === true && before?.permissions[name] !== true;
    if (is_new && actor.permissions[name] !== true) {
      refuse('forbidden', `forbidden: you do not hold the right ${name} yourself`);
    }
  }
}
