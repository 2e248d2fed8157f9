// The handle of an item that must be signed in again: its access token, sealed for one merchant and
// half an hour. Neither is stored.
import { bank_link_seconds } from '../../../contract/vault/bank-link.ts';
import type { Context } from '../../context.ts';
import { seal, unseal } from '../../keys/keys.ts';
import type { Item } from './provider.ts';
import { refuseRelink } from './refusals.ts';

const prefix = 'relink_';

const keyOf = ({ keys }: Context) => keys.derive('bank link');
const placeOf = ({ actor }: Context) => `${actor.account_id}/bank_link`;

export function sealRelink(context: Context, item: Item): string {
  const until_ms = context.clock.now().getTime() + bank_link_seconds * 1000;
  const plain = Buffer.from(JSON.stringify({ item, until_ms }));
  return `${prefix}${seal(keyOf(context), plain, placeOf(context)).toString('base64url')}`;
}

function opened(context: Context, relink: string): { item: Item; until_ms: number } {
  try {
    const sealed = Buffer.from(relink.slice(prefix.length), 'base64url');
    return JSON.parse(unseal(keyOf(context), sealed, placeOf(context)).toString());
  } catch {
    return refuseRelink();
  }
}

/** Its item; 400 in one sentence where it is malformed, another merchant's or too old. */
export function openRelink(context: Context, relink: string): Item {
  const { item, until_ms } = opened(context, relink);
  return until_ms > context.clock.now().getTime() ? item : refuseRelink();
}
