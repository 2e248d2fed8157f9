// Whether this card already paid this amount, looked for while it is typed.
import { formatMoney } from '../../../../contract/money.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { businessNow } from '../../../business-time.ts';
import { useRecord } from '../../../hooks.ts';
import { useDisplay } from '../../../kit/format/display.ts';
import { formatTime, zoneName } from '../../../kit/format/moments.ts';
import { useDebouncedValue } from '../../../use-debounced-value.ts';
import { detailPath } from '../../paths.ts';
import type { TerminalType } from '../form.ts';
import type { Note } from './notes.ts';

const day_ms = 86_400_000;
const pause_ms = 400;

export interface EarlierPaymentQuery {
  type: TerminalType;
  /** Minor units. */
  amount: number;
  currency: string;
  first_six: string;
  /** Empty until the number is whole. */
  last_four: string;
}

const is = (value: string | number) => ({ operator: '=', value });

/** Six and four digits find it: the number itself leaves the form with the payment alone. */
export function useEarlierPayment(asked: EarlierPaymentQuery): Note | null {
  const { type, amount, currency, first_six, last_four } = asked;
  const charges = type === 'sale' || type === 'authorize';
  const wanted = charges && amount > 0 && last_four !== '';
  const key = wanted ? JSON.stringify(asked) : '';
  // An amount is typed digit by digit.
  const ready = useDebouncedValue(key, pause_ms) === key && wanted;
  const display = useDisplay();
  // To the minute: the same question is asked once, not at every render.
  const since = new Date(Math.floor((businessNow().getTime() - day_ms) / 60_000) * 60_000);
  const { data } = useRecord(
    transactions.search,
    {
      input: {
        type: is(type),
        amount: is(amount),
        currency_iso_code: is(currency),
        cc_first_six: is(first_six),
        cc_last_four: is(last_four),
        status: { operator: '!=', value: 'declined' },
        created_at: { start_date: since.toISOString() },
        limit: 1,
      },
    },
    { enabled: ready, quiet: true, stale_ms: 60_000 },
  );
  if (!ready || data === undefined) return null;
  const earlier = data.rows[0];
  if (earlier === undefined) {
    return { tone: 'ok', text: 'No charge of this amount on this card in the last 24 hours.' };
  }
  const at = `${formatTime(earlier.created_at, display)} ${zoneName(earlier.created_at, display)}`;
  const text = `This card was already charged ${formatMoney(amount, currency)} at ${at}.`;
  return { tone: 'warn', text, path: detailPath('merchant', earlier) };
}
