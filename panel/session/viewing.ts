// View-as: whose panel is looked at, if it is not one's own. It lives as long as the page: a reload
// is oneself again.
import type { CallerRecord } from '../../contract/identity/users.ts';
import { makeStore } from '../store.ts';

export interface Viewing {
  /** Id of the user or role; every read names it. */
  id: string;
  kind: 'user' | 'role';
  /** What `GET /user` would tell the viewed. */
  caller: CallerRecord;
  /** Where the viewer came from, and goes back to. */
  back: string;
}

export const viewing = makeStore<Viewing | null>(null);
