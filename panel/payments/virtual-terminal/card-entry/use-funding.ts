// How a card is funded, by its first digits: a surcharge is for credit cards alone.
import type { MerchantRecord } from '../../../../contract/accounts/merchants.ts';
import { bin_lookup } from '../../../../contract/payments/cards/bin-lookup.ts';
import { knownFunding } from '../../../../contract/payments/pricing/fee-programs.ts';
import type { SurchargeFunding } from '../../../../contract/payments/pricing/surcharge-rules.ts';
import { useRecord } from '../../../hooks.ts';

const hour_ms = 3_600_000;

export interface Funding {
  /** Undefined until the digits are known. */
  funding: SurchargeFunding | undefined;
  /** The price still depends on the answer. */
  loading: boolean;
}

type Account = Pick<MerchantRecord, 'permissions' | 'flags'>;

/** Only where the account has card lookup on (spec 2 §6): otherwise no digit leaves the form. */
export function useFunding(first_digits: string, { permissions }: Account): Funding {
  const looked_up = permissions.allow_ibx_bin_lookup;
  const { data, isLoading } = useRecord(
    bin_lookup,
    { input: { bin: first_digits } },
    { enabled: looked_up && first_digits !== '', quiet: true, stale_ms: hour_ms },
  );
  if (!looked_up) return { funding: knownFunding(permissions, undefined), loading: false };
  if (first_digits === '' || data === undefined) return { funding: undefined, loading: isLoading };
  return { funding: data.card_type ?? 'unknown', loading: false };
}
