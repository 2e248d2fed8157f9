// Who may give whom which rights: nobody gives more than they hold (gateway-api 2.2, spec 1 §6).
import { refuse } from '../../../contract/errors.ts';
import type { Actor } from '../../context.ts';
import { checkLastingWrite } from '../../http/access.ts';
import { checkUserWithin, type UserRights } from '../api-keys/key-limits.ts';

type Rights = Readonly<Record<string, boolean | undefined>>;

export interface Grant {
  role: string;
  custom_role_id: string;
  permissions: Rights;
}

/**
 * 403 unless the caller may change `before` (null: a new user) into `after`. Only role admin makes
 * or changes users with role admin; a right is given only by somebody who has it.
 */
export function checkGrant(actor: Actor, before: Grant | null, after: Grant): void {
  if (actor.kind === 'system') return;
  const touches_admin = before?.role === 'admin' || after.role === 'admin';
  if (touches_admin && actor.role !== 'admin') {
    refuse(
      'forbidden',
      'forbidden: only users with the admin role can change users with the admin role',
    );
  }
  for (const [name, value] of Object.entries(after.permissions)) {
    const is_new = value === true && before?.permissions[name] !== true;
    if (is_new && actor.permissions[name] !== true) {
      refuse(
        'forbidden',
        `forbidden: you cannot give the ${name} permission, because you do not have it`,
      );
    }
  }
}

/** 403 where somebody without the admin role acts on a user who has it, login-as included. */
export function checkTarget(actor: Actor, { role }: { role: string }): void {
  const unchanged = { role, custom_role_id: '', permissions: {} };
  checkGrant(actor, unchanged, unchanged);
}

type UserGrant = Grant & UserRights;

/**
 * The same for a user. In addition nobody creates users or changes rights while acting as a user,
 * and a limited key creates no user who could do more than the key.
 */
export function checkUserGrant(actor: Actor, before: UserGrant | null, after: UserGrant): void {
  checkGrant(actor, before, after);
  checkUserWithin(actor, before, after);
  if (actor.acting_user_id === '') return;
  const { role, custom_role_id, permissions } = after;
  const is_same =
    before?.role === role &&
    before.custom_role_id === custom_role_id &&
    Object.entries(permissions).every(([name, held]) => before.permissions[name] === held);
  if (!is_same) {
    refuse(
      'forbidden',
      'forbidden: you cannot create users or change permissions while acting as a user',
    );
  }
}

/** The same for a role: a key with an expiry, addresses or origins grants no rights. */
export function checkRoleGrant(actor: Actor, before: Rights | null, after: Rights): void {
  const standard = { role: 'standard', custom_role_id: '' };
  const had = before && { ...standard, permissions: before };
  checkGrant(actor, had, { ...standard, permissions: after });
  const gains = Object.entries(after).some(([name, on]) => on === true && before?.[name] !== true);
  if (before === null || gains) checkLastingWrite(actor, 'roles');
}
