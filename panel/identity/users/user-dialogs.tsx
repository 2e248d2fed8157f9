// The questions before something is taken from a user: delete, reset address, disable factor.
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import { userText } from './labels.ts';
import { users_stales } from './use-immediate-actions.ts';

interface QuestionProps {
  user: UserRecord;
  onClose: () => void;
  onDone?: () => void;
}

export function DeleteUser({ user, ...after }: QuestionProps) {
  return (
    <ConfirmDialog
      title="Delete the user"
      action="Delete user"
      destructive
      call={{
        endpoint: users.remove,
        given: { params: { id: user.id } },
        stales: users_stales,
        done: 'User deleted!',
      }}
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
  return (
    <ConfirmDialog
      title="Reset IP Restriction"
      action="Reset restriction"
      call={{
        endpoint: users.resetIpRestriction,
        given: { input: { user_id: user.id } },
        stales: users_stales,
        done: 'IP restriction reset',
        fallback: 'error reseting ip',
      }}
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
  return (
    <ConfirmDialog
      title="Disable Auth"
      action="Remove two factor authentication"
      destructive
      call={{
        endpoint: two_factor.remove,
        given: { input: { user_id: user.id } },
        stales: users_stales,
        done: 'Removed two factor authentication!',
      }}
      {...after}
    >
      <p>
        <b>{userText(user)}</b> will log in with the password alone. Make sure that the request
        really comes from this user.
      </p>
    </ConfirmDialog>
  );
}
