// Leads a user to the step that a session must complete first (spec 1 §2, §6).
import type { AccountType, Pending } from '../../../contract/access/access.ts';

const screens: Readonly<Record<Exclude<Pending, 'terms'>, string>> = {
  password: 'change_password',
  two_factor: 'two_factor_auth',
};

/** Path of the screen where it is done; the area itself where nothing is owed. */
export function pendingStepPath(area: AccountType, pending: Pending | ''): string {
  if (pending === '') return `/${area}`;
  return pending === 'terms' ? '/auth/accept-tos' : `/${area}/${screens[pending]}`;
}
