// The calls behind the actions on a user that need no dialog, with their toasts (spec 1 §8).
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import { type ApiError, orElse } from '../../api.ts';
import { useSave } from '../../hooks.ts';
import { showError, toast } from '../../notices.ts';
import type { UserActionName } from './user-actions.ts';

/** Everything that shows a user. */
export const users_stales = [users.search, users.searchOf, users.find, users.findOf, users.get];

/** Opens a session as the user in a window that knows nothing of this one (spec 1 §4). */
function openLogin(key: string): void {
  window.open(`/auth?auth_key=${encodeURIComponent(key)}`, '_blank', 'noopener');
}

const failing = (fallback: string) => (error: ApiError) => showError(orElse(error, fallback));

/** Runs an action at once; those with a dialog are not here. */
export function useImmediateActions(): Partial<Record<UserActionName, (user: UserRecord) => void>> {
  const options = { quiet: true, stales: users_stales };
  const welcome = useSave(users.resendWelcome, { stales: [] });
  const log_in = useSave(users.loginAs, { stales: [] });
  const login = useSave(users.requestDisableLogin, options);
  const password = useSave(users.requestPasswordChange, options);
  const putLogin = (id: string, disable_user_login: boolean) =>
    login.mutateAsync({ params: { id }, input: { disable_user_login } });
  const setLogin = (disable: boolean) => (user: UserRecord) => {
    const failed = failing('error disable/enable user login1');
    const undo = () => void putLogin(user.id, !disable).catch(failed);
    const message = `User login ${disable ? 'disabled' : 'enabled'}`;
    putLogin(user.id, disable).then(() => toast(message, 'success', undo), failed);
  };
  const setPassword = (password_change_required: boolean, done: string) => (user: UserRecord) =>
    password.mutate(
      { params: { id: user.id }, input: { password_change_required } },
      { onSuccess: () => toast(done), onError: failing('error password change request') },
    );
  return {
    welcome: (user) =>
      welcome.mutate(
        { params: { id: user.id } },
        { onSuccess: () => toast(`Welcome email sent to ${user.email}`) },
      ),
    log_in: (user) =>
      log_in.mutate({ params: { id: user.id } }, { onSuccess: ({ key }) => openLogin(key) }),
    disable_login: setLogin(true),
    enable_login: setLogin(false),
    request_password: setPassword(true, 'Password change request sent!'),
    dismiss_password: setPassword(false, 'Password change request dismissed'),
  };
}
