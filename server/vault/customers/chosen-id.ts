// The id of a new customer: the merchant's own, one made of its method, or a fresh one.
import { invalid } from '../../../contract/errors.ts';
import type { SavedMethodType } from '../../../contract/vault/saved-methods.ts';
import type { Context } from '../../context.ts';

/** IDs that are path segments beside the customers' IDs. */
const reserved_ids = new Set(['customer', 'search', 'global-search', 'import']);

export const isReservedId = (id: string): boolean => reserved_ids.has(id);

interface Wish {
  id: string | undefined;
  id_format: 'xid_type_last4' | undefined;
  /** How the two members are called in the request: 400 names one of them. */
  labels: { id: string; id_format: string };
}

/**
 * `xid_type_last4` is a fresh id, the kind of the method and its last digits (gateway-api 5); it
 * takes a method, and no id beside it.
 */
export function chosenId(
  context: Context,
  { id, id_format, labels }: Wish,
  method: { type: SavedMethodType; last_four: string } | null,
): string {
  if (id !== undefined && id_format !== undefined) invalid(labels.id_format);
  if (id !== undefined && isReservedId(id)) invalid(labels.id);
  if (id_format === undefined) return id ?? context.ids.next();
  if (!method?.last_four) invalid(labels.id_format);
  return `${context.ids.next()}_${method.type}_${method.last_four}`;
}
