// How a card is funded, by its first digits: a surcharge is for credit cards alone.
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { amounts } from '../../../contract/payments/amounts.ts';
import { programOf } from '../../../contract/payments/fee-programs.ts';
import type { SurchargeFunding } from '../../../contract/payments/surcharge-rules.ts';
import { useRecord } from '../../hooks.ts';

const hour_ms = 3_600_000;

/** Undefined until the digits are known; asked for only where a price depends on it. */
export function useFunding(
  first_digits: string,
  merchant: Pick<MerchantRecord, 'permissions' | 'flags'>,
): SurchargeFunding | undefined {
  const matters = programOf(merchant.permissions, merchant.flags) === 'surcharge';
  const { data } = useRecord(
    amounts.bin,
    { input: { bin: first_digits } },
    { enabled: matters && first_digits !== '', quiet: true, stale_ms: hour_ms },
  );
  if (first_digits === '' || data === undefined) return undefined;
  return data.card_type ?? 'unknown';
}
