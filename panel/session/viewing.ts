// View-as: the user or role whose panel is shown. Kept in memory only, so that a reload returns
// to one's own panel.
import type { CallerRecord } from '../../contract/identity/users.ts';
import { makeStore } from '../store.ts';

export interface Viewing {
  /** Id of the user or role; sent with every read. */
  id: string;
  kind: 'user' | 'role';
  /** What `GET /user` answers to the viewed user. */
  caller: CallerRecord;
  /** The page the viewer started from and returns to. */
  back: string;
}

export const viewing = makeStore<Viewing | null>(null);
