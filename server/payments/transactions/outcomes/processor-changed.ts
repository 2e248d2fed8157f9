// A payment is stored with the processor settings that it was checked against: where these have
// changed since they were read, the request starts again with the new ones.
import { refuse } from '../../../../contract/errors.ts';
import type { Context } from '../../../context.ts';
import { isMissingRow, statement } from '../../../db/connections/statements.ts';
import { connect } from '../../../db/database.ts';
import { invalidateMerchant, type ProcessorConfig } from '../../merchant-config.ts';

/** Nothing was stored or sent, because the processor has changed since it was read. */
export class ProcessorChanged extends Error {}

const unchanged_text = `select 1 as found from processor
  where merchant_id = $1 and id = $2 and status = $3 and settings = $4::jsonb`;

/** Throws ProcessorChanged if that is why a guard of the first commit found no row. */
export async function throwIfChanged(
  context: Context,
  { row }: ProcessorConfig,
  error: unknown,
): Promise<void> {
  if (!isMissingRow(error)) return;
  const { merchant_id, id, status, settings } = row;
  const query = statement(unchanged_text, [merchant_id, id, status, settings]);
  const { rows } = await connect(context).executeQuery(query);
  if (rows.length === 0) throw new ProcessorChanged();
}

/** For a first commit in which only this guard can fail. */
export async function orProcessorChanged<T>(commit: Promise<T>): Promise<T> {
  return await commit.catch((error: unknown) => {
    throw isMissingRow(error) ? new ProcessorChanged() : error;
  });
}

const max_tries = 3;

/** Runs `work` with the current settings; `work` stores nothing unless it succeeds. */
export async function withCurrentSettings<T>(
  context: Context,
  merchant_id: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProcessorChanged)) throw error;
      if (tries === max_tries) {
        refuse(
          'refused',
          'The settings of this processor are being changed. Try again in a moment.',
        );
      }
      invalidateMerchant(context, merchant_id);
    }
  }
}
