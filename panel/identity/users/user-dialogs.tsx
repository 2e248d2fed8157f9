// The questions before something is taken from a user: delete, reset address, disable factor.
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import { orElse } from '../../api.ts';
import { useRemove } from '../../hooks.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { toast } from '../../notices.ts';
import { userText } from './labels.ts';
import { users_stales } from './use-immediate-actions.ts';

interface QuestionProps {
  user: UserRecord;
  onClose: () => void;
  onDone?: () => void;
}

/** What follows a removal: its toast, its dialog closed. */
function after({ onClose, onDone }: QuestionProps, message: string) {
  return {
    quiet: true,
    stales: users_stales,
    onSaved: () => {
      toast(message);
      onClose();
      onDone?.();
    },
  };
}

export function DeleteUser(props: QuestionProps) {
  const { user, onClose } = props;
  const remove = useRemove(users.remove, after(props, 'User deleted!'));
  return (
    <ActionDialog
      title="Delete the user"
      action="Delete user"
      destructive
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ params: { id: user.id } })}
      onClose={onClose}
    >
      <p>
        All of the API keys of <b>{userText(user)}</b> are removed with the user. Whatever uses them
        is refused from then on. This cannot be taken back.
      </p>
    </ActionDialog>
  );
}

export function ResetIp(props: QuestionProps) {
  const { user, onClose } = props;
  const reset = useRemove(users.resetIpRestriction, after(props, 'IP restriction reset'));
  return (
    <ActionDialog
      title="Reset IP Restriction"
      action="Reset restriction"
      busy={reset.isPending}
      error={reset.error && orElse(reset.error, 'error reseting ip')}
      onSubmit={() => reset.mutate({ input: { user_id: user.id } })}
      onClose={onClose}
    >
      <p>
        <b>{userText(user)}</b> may log in from {user.access_restrictions.ip} alone; afterwards from
        any address.
      </p>
    </ActionDialog>
  );
}

export function DisableAuth(props: QuestionProps) {
  const { user, onClose } = props;
  const message = 'Removed two factor authentication!';
  const remove = useRemove(two_factor.remove, after(props, message));
  return (
    <ActionDialog
      title="Disable Auth"
      action="Remove two factor authentication"
      destructive
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ input: { user_id: user.id } })}
      onClose={onClose}
    >
      <p>
        Afterwards the password alone lets <b>{userText(user)}</b> in. Make sure that it is really
        they who ask.
      </p>
    </ActionDialog>
  );
}
