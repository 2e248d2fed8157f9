// Who may act as which user (G46): asked for the key, at sign-in with it, and at every request.
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { Actor } from '../../context.ts';

export interface ActedAs {
  account_type: string;
  account_id: string;
  role: string;
}

/** The right to act as this user apart from the place of both in the tree of accounts. */
export function mayActAs(maker: Actor, user: ActedAs): boolean {
  if (user.account_type === 'admin' || user.account_id === maker.account_id) return false;
  if (user.role === 'admin' && maker.role !== 'admin') return false;
  return allowed(may.act_as, maker).ok;
}
