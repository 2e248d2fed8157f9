// The payouts of one merchant with what its processors are called and when they settle.
import type { AccountType } from '../../contract/access/access.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { payouts } from '../../contract/ledger/payouts.ts';
import { processors } from '../../contract/payments/processors.ts';
import { businessNow } from '../business-time.ts';
import { useRecord } from '../hooks.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatDate } from '../kit/format/moments.ts';
import { useOwnMerchant } from '../session/own-merchant.ts';
import { type Owner, you } from './payout-texts.ts';

const minute_ms = 60_000;

/** `merchant_id` is of somebody below; a merchant sees its own. */
export function usePayouts(area: AccountType, merchant_id: string) {
  const own = useOwnMerchant(area);
  const below = area !== 'merchant';
  const id = below ? merchant_id : (own?.id ?? '');
  const display = useDisplay();
  const input = below ? { merchant_id } : {};
  const record = useRecord(payouts.get, { input }, { stale_ms: minute_ms });
  const kept = { quiet: true, enabled: id !== '', stale_ms: 10 * minute_ms };
  const { data: found } = useRecord(processors.search, { params: { mid: id } }, kept);
  const named = useRecord(
    merchants.get,
    { params: { id } },
    { ...kept, enabled: below && id !== '' },
  );
  const name = named.data?.name ?? 'This merchant';
  const owner: Owner = below ? { subject: name, has: 'has' } : you;
  const today = formatDate(businessNow(), { ...display, dateformat: 'YYYY-MM-DD' });
  return { record, owner, today, display, processors: found?.rows ?? [] };
}
