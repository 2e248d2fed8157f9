// Begins a view of the panel as a user or a role: their rights, one's own session.
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { view_as } from '../../../contract/identity/view-as.ts';
import { call } from '../../api.ts';
import { showError } from '../../notices.ts';
import { type Viewing, viewing } from '../../session/viewing.ts';

/** Opens the area of the viewed; everything read so far was read as oneself and is forgotten. */
export function useViewAs(): (kind: Viewing['kind'], id: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const begin = async (kind: Viewing['kind'], id: string) => {
    const caller =
      kind === 'user'
        ? await call(view_as.get, { params: { userID: id } })
        : await call(view_as.getRole, { params: { roleID: id } });
    viewing.set({ id, kind, caller, back: `${pathname}${search}` });
    client.clear();
    await navigate(`/${caller.account_type}`);
  };
  return (kind, id) => void begin(kind, id).catch(showError);
}
