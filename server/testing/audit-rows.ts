// What tests read of the audit log.
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';

/** What the log tells of one thing, oldest first. */
export async function auditRows(system: Context, noun: string, noun_id: string) {
  return await connect(system)
    .selectFrom('audit_log')
    .select(['verb', 'merchant_id', 'user_name', 'before', 'after'])
    .where('noun', '=', noun)
    .where('noun_id', '=', noun_id)
    .orderBy('id')
    .execute();
}
