// Jobs that belong to no room: nightly audits, and what has outlived its time.
import { sql } from 'kysely';
import { runAudits } from '../db/audit.ts';
import { connect, inTransaction } from '../db/database.ts';
import type { JobDefinition } from './runner.ts';

const day_ms = 86_400_000;
const request_log_days = 30;
const sign_in_days = 365;

/** The next moment with this hour of the UTC day. */
export function nextAtHour(after: Date, hour: number): Date {
  const today = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hour);
  return new Date(today > after.getTime() ? today : today + day_ms);
}

/**
 * Runs every audit query at night; what one of them finds is an error in the log with its sentence.
 */
export const audits: JobDefinition = {
  name: 'audits',
  standing: async (context) => [{ key: 'all', due_at: nextAtHour(context.clock.now(), 4) }],
  async run(context, job) {
    for (const { name, sentence, rows } of await runAudits(context.database)) {
      if (rows.length > 0) context.log.error({ audit: name, rows: rows.slice(0, 10) }, sentence);
    }
    return nextAtHour(job.due_at, 4);
  },
};

/** Deletes request log rows after thirty days (Q24) and idempotency answers past their window. */
export const cleaning: JobDefinition = {
  name: 'cleaning',
  standing: async (context) => [{ key: 'all', due_at: nextAtHour(context.clock.now(), 3) }],
  async run(context, job) {
    const real_ms = context.clock.real().getTime();
    await sql`delete from request_log
      where recorded_at < ${new Date(real_ms - request_log_days * day_ms)}`.execute(
      connect(context),
    );
    await sql`delete from user_session
      where ends_at < ${new Date(real_ms - sign_in_days * day_ms)}`.execute(connect(context));
    const expired = new Date(context.clock.now().getTime() - request_log_days * day_ms);
    const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
      from idempotency where expires_at < ${expired} and state = 'answered'`.execute(
      connect(context),
    );
    for (const { merchant_id } of rows) {
      await inTransaction(context, merchant_id, (tx) =>
        sql`delete from idempotency where merchant_id = ${merchant_id}
          and expires_at < ${expired} and state = 'answered'`.execute(tx),
      );
    }
    return nextAtHour(job.due_at, 3);
  },
};
