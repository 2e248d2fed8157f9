// How a card is funded, by its first digits: a surcharge is for credit cards alone.
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { bin_lookup } from '../../../contract/payments/bin-lookup.ts';
import { programOf } from '../../../contract/payments/fee-programs.ts';
import type { SurchargeFunding } from '../../../contract/payments/surcharge-rules.ts';
import { useRecord } from '../../hooks.ts';

const hour_ms = 3_600_000;

export interface Funding {
  /** Undefined until the digits are known. */
  funding: SurchargeFunding | undefined;
  /** The price still depends on the answer. */
  asking: boolean;
}

/** Asked for only where a price depends on it. */
export function useFunding(
  first_digits: string,
  merchant: Pick<MerchantRecord, 'permissions' | 'flags'>,
): Funding {
  const matters = programOf(merchant.permissions, merchant.flags) === 'surcharge';
  const { data, isLoading } = useRecord(
    bin_lookup,
    { input: { bin: first_digits } },
    { enabled: matters && first_digits !== '', quiet: true, stale_ms: hour_ms },
  );
  if (first_digits === '' || data === undefined) return { funding: undefined, asking: isLoading };
  return { funding: data.card_type ?? 'unknown', asking: false };
}
