// Questions before a user is deleted, or loses an IP restriction or the second factor.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import type { CallRequest } from '../../api.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import { userText } from './labels.ts';
import { users_stales } from './use-immediate-actions.ts';

interface QuestionProps {
  user: UserRecord;
  onClose: () => void;
  onDone?: () => void;
}

/** The call of a question, and the toast once it is done. */
const userCall = <E extends Endpoint>(endpoint: E, request: CallRequest<E>, done: string) => ({
  ...{ endpoint, request, done, stales: users_stales },
});

export function DeleteUser({ user, ...after }: QuestionProps) {
  return (
    <ConfirmDialog
      title="Delete the user"
      action="Delete user"
      destructive
      call={userCall(users.remove, { params: { id: user.id } }, 'User deleted!')}
      {...after}
    >
      <p>
        All API keys of <b>{userText(user)}</b> are deleted with the user. Requests with these keys
        will be refused. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function ResetIp({ user, ...after }: QuestionProps) {
  const request = { input: { user_id: user.id } };
  const fallback = 'error reseting ip';
  return (
    <ConfirmDialog
      title="Reset IP Restriction"
      action="Reset restriction"
      call={{ ...userCall(users.resetIpRestriction, request, 'IP restriction reset'), fallback }}
      {...after}
    >
      <p>
        <b>{userText(user)}</b> can log in only from {user.access_restrictions.ip}. After the reset,
        the user can log in from any address.
      </p>
    </ConfirmDialog>
  );
}

export function DisableAuth({ user, ...after }: QuestionProps) {
  const request = { input: { user_id: user.id } };
  return (
    <ConfirmDialog
      title="Disable Auth"
      action="Remove two factor authentication"
      destructive
      call={userCall(two_factor.remove, request, 'Removed two factor authentication!')}
      {...after}
    >
      <p>
        <b>{userText(user)}</b> will log in with the password alone. Make sure that the request
        really comes from this user.
      </p>
    </ConfirmDialog>
  );
}
