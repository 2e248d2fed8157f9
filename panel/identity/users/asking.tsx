// Runs what is asked of a user: at once, by leaving for the form, or with a question first.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { userPath } from '../paths.ts';
import { useViewAs } from '../view-as/use-view-as.ts';
import { CopyUser } from './copy-user.tsx';
import { useAsks } from './use-asks.ts';
import type { Ask } from './user-actions.ts';
import { DeleteUser, DisableAuth, ResetIp } from './user-dialogs.tsx';

interface Asked {
  ask: Ask;
  user: UserRecord;
}

export interface Asking {
  asked: Asked | null;
  run: (ask: Ask, user: UserRecord) => void;
  close: () => void;
}

export function useAsking(area: AccountType): Asking {
  const navigate = useNavigate();
  const at_once = useAsks();
  const viewAs = useViewAs();
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = (ask: Ask, user: UserRecord) => {
    if (ask === 'edit') void navigate(userPath(area, user.id));
    else if (ask === 'view_as') viewAs('user', user.id);
    else if (at_once[ask]) at_once[ask](user);
    else setAsked({ ask, user });
  };
  return { asked, run, close: () => setAsked(null) };
}

interface AskDialogsProps {
  asking: Asking;
  viewer: CallerRecord;
  /** Where to go once the user is no more. */
  onRemoved?: () => void;
}

export function AskDialogs({ asking, viewer, onRemoved }: AskDialogsProps) {
  const { asked, close } = asking;
  if (asked === null) return null;
  const { ask, user } = asked;
  if (ask === 'copy') return <CopyUser user={user} role={viewer.role} onClose={close} />;
  if (ask === 'remove') return <DeleteUser user={user} onClose={close} onDone={onRemoved} />;
  if (ask === 'reset_ip') return <ResetIp user={user} onClose={close} />;
  if (ask === 'disable_auth') return <DisableAuth user={user} onClose={close} />;
  return null;
}
