// A large report is asked for here: a row that says what and by whom, and the job that writes it.
import type { InputOf } from '../../../contract/endpoint.ts';
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/database.ts';
import { askFor } from '../../jobs/runner.ts';

/** What a report was asked to hold: the search and how to print it, of one merchant or of all. */
export interface AskedReport {
  input: InputOf<(typeof transactions)['report']>;
  merchant_id: string;
}

/** Name of the job that writes reports to files; its key is the export's id. */
export const export_job = 'report_export';

const kept_ms = 7 * 86_400_000;

/**
 * Notes the report and asks for the job; gives the export's id. The search must hold nothing that
 * may not be stored, such as a card number.
 */
export async function requestExport(
  context: Context,
  asked: AskedReport,
  expected_row_count: number,
): Promise<string> {
  const { kind, account_type, account_id, account_name, user_id, username } = context.actor;
  const id = context.ids.next();
  const now = context.clock.now();
  await inTransaction(context, account_id, async (tx) => {
    await tx
      .insertInto('report_export')
      .values({
        merchant_id: account_id,
        id,
        kind: 'transactions',
        asked: JSON.stringify(asked),
        actor: JSON.stringify({ kind, account_type, account_id, account_name, user_id, username }),
        state: 'queued',
        expected_row_count,
        created_at: now,
        expires_at: new Date(now.getTime() + kept_ms),
      })
      .execute();
    const after = { ...asked, expected_row_count };
    await audit(tx, context, {
      verb: 'create',
      noun: 'export',
      id,
      merchant_id: account_id,
      after,
    });
    await askFor(tx, context, { name: export_job, key: id, merchant_id: account_id, due_at: now });
  });
  context.nudge();
  return id;
}
