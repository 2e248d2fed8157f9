// Runs an action on a user: at once, by leaving for the form, or after a dialog.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { userPath } from '../paths.ts';
import { useViewAs } from '../view-as/use-view-as.ts';
import { CopyUser } from './copy-user.tsx';
import { useImmediateActions } from './use-immediate-actions.ts';
import type { UserActionName } from './user-actions.ts';
import { DeleteUser, DisableAuth, ResetIp } from './user-dialogs.tsx';

interface Chosen {
  action: UserActionName;
  user: UserRecord;
}

export interface UserActions {
  chosen: Chosen | null;
  run: (action: UserActionName, user: UserRecord) => void;
  close: () => void;
}

export function useUserActions(area: AccountType): UserActions {
  const navigate = useNavigate();
  const at_once = useImmediateActions();
  const viewAs = useViewAs();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const run = (action: UserActionName, user: UserRecord) => {
    if (action === 'edit') void navigate(userPath(area, user.id));
    else if (action === 'view_as') viewAs('user', user.id);
    else if (at_once[action]) at_once[action](user);
    else setChosen({ action, user });
  };
  return { chosen, run, close: () => setChosen(null) };
}

interface UserActionDialogsProps {
  actions: UserActions;
  viewer: CallerRecord;
  /** Where to go once the user is no more. */
  onRemoved?: () => void;
}

export function UserActionDialogs({ actions, viewer, onRemoved }: UserActionDialogsProps) {
  const { chosen, close } = actions;
  if (chosen === null) return null;
  const { action, user } = chosen;
  if (action === 'copy') return <CopyUser user={user} role={viewer.role} onClose={close} />;
  if (action === 'remove') return <DeleteUser user={user} onClose={close} onDone={onRemoved} />;
  if (action === 'reset_ip') return <ResetIp user={user} onClose={close} />;
  if (action === 'disable_auth') return <DisableAuth user={user} onClose={close} />;
  return null;
}
