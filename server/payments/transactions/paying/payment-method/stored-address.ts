// The address of a payment as it is stored, and whether it is one of the saved customer's.
import type { AddressInput } from '../../../../../contract/payments/transactions/input.ts';
import type { StoredAddress } from '../../stored-documents.ts';

/** Members that were given; the answer has empty text for the others. */
function filled(address: AddressInput | undefined): Record<string, string> {
  const members = Object.entries(address ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as Record<string, string>;
}

/**
 * An address as it is stored: with the ID it has at the saved customer, so that the payment is
 * found by it, unless somebody typed another one. A country may be added to it.
 */
export function storedAddress(
  address: AddressInput | undefined,
  saved: AddressInput | undefined,
  address_id: string | undefined,
): StoredAddress {
  const { country: typed, ...members } = filled(address);
  const { country = typed, ...fields } = filled(saved);
  const names = new Set([...Object.keys(members), ...Object.keys(fields)]);
  const is_unchanged =
    country === typed && [...names].every((name) => members[name] === fields[name]);
  return { ...filled(address), ...(address_id && is_unchanged && { address_id }) };
}
