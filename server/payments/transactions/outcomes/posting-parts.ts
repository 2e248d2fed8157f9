// What postings of a payment state beside their amounts, and the end of an exposure.
import type { Context } from '../../../context.ts';
import { type About, type Posting, posting } from '../../../ledger/postings.ts';
import { localDay } from '../../days.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { TransactionRow } from '../reading/read.ts';

/** Members of a posting that speak of a transaction and its day at the merchant. */
export function postingAbout(
  context: Context,
  config: MerchantConfig,
  row: Pick<TransactionRow, 'id' | 'currency'>,
  key: string,
): About {
  return {
    owner_id: config.id,
    key,
    source_type: 'transaction',
    source_id: row.id,
    effective_on: localDay(context.clock.now(), config.timezone),
    currency: row.currency,
  };
}

/** The exposure of a lost attempt ends with its outcome, whatever it is (ledger 3.3). */
export function exposureClosed(
  context: Context,
  config: MerchantConfig,
  row: TransactionRow,
  attempt: Attempt,
): Posting[] {
  if (attempt.state !== 'no_answer' || attempt.context.unexposed) return [];
  const about = postingAbout(context, config, row, attempt.id);
  const { processor_id: processor, amount } = attempt;
  return [posting('exposure_close', about, { processor, amount })];
}
