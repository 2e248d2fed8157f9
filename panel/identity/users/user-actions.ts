// The actions on a user in its row menu, as far as the viewer may take them (spec 1 §6).
import {
  IconCopy,
  IconEye,
  IconKey,
  IconLock,
  IconLockOpen,
  IconLogin2,
  IconMail,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { allowed, subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import type { RowAction } from '../../kit/list/list-types.ts';

export const user_action_names = [
  'edit',
  'copy',
  'welcome',
  'remove',
  'view_as',
  'log_in',
  'disable_login',
  'enable_login',
  'request_password',
  'dismiss_password',
  'reset_ip',
  'disable_auth',
] as const;
export type UserActionName = (typeof user_action_names)[number];

interface Offered {
  action: UserActionName;
  label: string;
  icon: RowAction['icon'];
  destructive?: boolean;
  /** Why not, where it stays and is disabled. */
  reason?: string | null;
}

const of_admins = 'Only users with the admin role can change users with the admin role.';

/** Why somebody without the admin role can do nothing to this user. */
function aboveOf(user: UserRecord, viewer: CallerRecord): string | null {
  return user.role === 'admin' && viewer.role !== 'admin' ? of_admins : null;
}

/** Edit, Copy, Resend Welcome Email and Delete, with the right manage_users alone. */
function managing(user: UserRecord, viewer: CallerRecord): Offered[] {
  if (!allowed(may.manage_users, subjectOf(viewer)).ok) return [];
  const above = aboveOf(user, viewer);
  const is_self = user.id === viewer.id;
  const itself = is_self ? 'You cannot delete yourself.' : null;
  const view = is_self
    ? 'You cannot view the panel as yourself.'
    : whyNotAllowed(may.view_as, subjectOf(viewer)) || null;
  return [
    { action: 'edit', label: 'Edit', icon: IconPencil },
    { action: 'copy', label: 'Copy', icon: IconCopy, reason: above },
    { action: 'view_as', label: 'View as', icon: IconEye, reason: view },
    ...(user.account_type === 'admin'
      ? []
      : [
          {
            action: 'welcome' as const,
            label: 'Resend Welcome Email',
            icon: IconMail,
            reason: above,
          },
        ]),
    {
      action: 'remove',
      label: 'Delete',
      icon: IconTrash,
      destructive: true,
      reason: itself ?? above,
    },
  ];
}

/** Whether somebody may act as this user at all: never as an office's user or a colleague. */
export function mayLogIn(user: UserRecord, viewer: CallerRecord): boolean {
  const below = user.account_type !== 'admin' && user.account_type_id !== viewer.account_type_id;
  const open = user.status === 'active' && !user.access_restrictions.disable_user_login;
  if (!below || !open || aboveOf(user, viewer) !== null) return false;
  return allowed(may.act_as, subjectOf(viewer)).ok;
}

/** The way in, for those above the user's account. */
function entering(user: UserRecord, viewer: CallerRecord): Offered[] {
  if (user.id === viewer.id || !allowed(may.close_login, subjectOf(viewer)).ok) return [];
  const reason = aboveOf(user, viewer);
  const { disable_user_login, password_change_required, ip } = user.access_restrictions;
  const login: Offered[] = mayLogIn(user, viewer)
    ? [{ action: 'log_in', label: 'Request Login', icon: IconLogin2 }]
    : [];
  const way: Offered = disable_user_login
    ? { action: 'enable_login', label: 'Enable user login', icon: IconLockOpen, reason }
    : { action: 'disable_login', label: 'Disable user login', icon: IconLock, reason };
  if (!allowed(may.reset_access, subjectOf(viewer)).ok) return [...login, way];
  return [
    ...login,
    way,
    password_change_required
      ? { action: 'dismiss_password', label: 'Dismiss password change', icon: IconKey, reason }
      : { action: 'request_password', label: 'Request password change', icon: IconKey, reason },
    {
      action: 'reset_ip',
      label: 'Reset IP Restriction',
      icon: IconWorld,
      reason: reason ?? (ip === null ? 'The user has no IP restriction.' : null),
    },
    {
      action: 'disable_auth',
      label: 'Disable Auth',
      icon: IconShieldOff,
      destructive: true,
      reason:
        reason ?? (user.two_factor_enabled ? null : 'The user has no two-factor authentication.'),
    },
  ];
}

export function userActions(
  user: UserRecord,
  viewer: CallerRecord,
  run: (action: UserActionName, user: UserRecord) => void,
): RowAction[][] {
  return [managing(user, viewer), entering(user, viewer)]
    .filter((group) => group.length > 0)
    .map((group) =>
      group.map(({ action, ...entry }) => ({ ...entry, run: () => run(action, user) })),
    );
}
