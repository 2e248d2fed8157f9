// The payouts of one merchant, and whose they are.
import type { AccountType } from '../../contract/access/access.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { payouts } from '../../contract/ledger/payouts.ts';
import { businessNow } from '../business-time.ts';
import { useRecord } from '../hooks.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatDate } from '../kit/format/moments.ts';
import { type Owner, you } from './payout-texts.ts';

const minute_ms = 60_000;

/** `merchant_id` is of somebody below; a merchant sees its own. */
export function usePayouts(area: AccountType, merchant_id: string) {
  const below = area !== 'merchant';
  const display = useDisplay();
  const input = below ? { merchant_id } : {};
  const record = useRecord(payouts.get, { input }, { stale_ms: minute_ms });
  const named = useRecord(
    merchants.get,
    { params: { id: merchant_id } },
    { quiet: true, enabled: below && merchant_id !== '', stale_ms: 10 * minute_ms },
  );
  const name = named.data?.name ?? 'This merchant';
  const owner: Owner = below ? { subject: name, has: 'has' } : you;
  const today = formatDate(businessNow(), { ...display, dateformat: 'YYYY-MM-DD' });
  return { record, owner, today, display };
}
