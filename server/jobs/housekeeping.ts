// Jobs that belong to no room: nightly audits, and what has outlived its time.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { checkBooks, wereChecked } from '../db/audit-runs.ts';
import { connect } from '../db/database.ts';
import { doEach, forEachMerchant } from '../db/each.ts';
import { timePrefix } from '../ids.ts';
import type { JobDefinition } from './runner.ts';

const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;
const request_log_days = 30;
const session_days = 365;
const mail_body_days = 90;

/** The next moment with this hour of the UTC day. */
function nextAtHour(after: Date, hour: number): Date {
  const today = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hour);
  return new Date(today > after.getTime() ? today : today + day_ms);
}

/** When a sparing job last worked in this process, in real milliseconds, by its name. */
export type LastJobRuns = Map<string, number>;

/**
 * A job that looks at what was written in real time: when the sandbox's clock rushes through many
 * nights, it works once in `every_ms` of real time and lets the other nights pass.
 */
export function nightlyJob(definition: {
  name: string;
  every_ms: number;
  next(after: Date): Date;
  work(context: Context): Promise<unknown>;
}): JobDefinition {
  const { name, every_ms, next, work } = definition;
  return {
    name,
    queue: 'nightly',
    standing: async (context) => [{ key: 'all', due_at: next(context.clock.now()) }],
    async run(context, job) {
      const runs = context.last_job_runs;
      const real_ms = context.clock.real().getTime();
      const last_ms = runs.get(name);
      if (last_ms === undefined || real_ms - last_ms >= every_ms) {
        await work(context);
        // Once it is done: a retry of what failed has to work too.
        runs.set(name, real_ms);
      }
      return next(job.due_at);
    },
  };
}

const auditsJob = nightlyJob({
  name: 'audits',
  every_ms: 12 * hour_ms,
  next: (after) => nextAtHour(after, 4),
  work: (context) => checkBooks(context, 'all'),
});

/** Every audit query at night, and at the first start of an installation. */
export const audits: JobDefinition = {
  ...auditsJob,
  standing: async (context) => {
    const now = context.clock.now();
    return [{ key: 'all', due_at: (await wereChecked(context)) ? nextAtHour(now, 4) : now }];
  },
};

/**
 * Deletes request log rows after thirty days (Q24), old sessions, answers past their window, and
 * what mails said.
 */
export const cleaning = nightlyJob({
  name: 'cleaning',
  every_ms: 12 * hour_ms,
  next: (after) => nextAtHour(after, 3),
  async work(context) {
    const real_ms = context.clock.real().getTime();
    // Their ids begin with the time, so that no index of the time is kept beside them.
    const requests_before = timePrefix(real_ms - request_log_days * day_ms);
    const sessions_before = new Date(real_ms - session_days * day_ms);
    const now = context.clock.real();
    const statements = {
      request_log: sql`delete from request_log where id < ${requests_before}`,
      user_session: sql`delete from user_session where ends_at < ${sessions_before}`,
      passkey_challenge: sql`delete from passkey_challenge where expires_at < ${now}`,
      bot_check_used: sql`delete from bot_check_used where expires_at < ${now}`,
    };
    const query = connect(context);
    const steps = Object.entries(statements).map(([table, statement]) => {
      return { table, clean: () => statement.execute(query) as Promise<unknown> };
    });
    await doEach(context, {
      parts: [
        ...steps,
        { table: 'idempotency', clean: () => deleteExpiredAnswers(context) },
        { table: 'outgoing_mail', clean: () => emptyOldMails(context) },
      ],
      alert: 'not_cleaned',
      sentence: 'old rows were not deleted',
      about: ({ table }) => ({ table }),
      work: ({ clean }) => clean(),
    });
  },
});

async function deleteExpiredAnswers(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - request_log_days * day_ms);
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from idempotency where expires_at < ${before} and state = 'answered'`.execute(connect(context));
  await forEachMerchant(context, 'answers_not_deleted', rows, ({ merchant_id }) =>
    sql`delete from idempotency where merchant_id = ${merchant_id}
      and expires_at < ${before} and state = 'answered'`.execute(connect(context, merchant_id)),
  );
}

/** Of a mail that is over stays to whom it went, about what and when. */
async function emptyOldMails(context: Context): Promise<void> {
  const before = new Date(context.clock.real().getTime() - mail_body_days * day_ms);
  const old = sql`created_at < ${before} and state <> 'queued' and body_html <> ''`;
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from outgoing_mail where ${old}`.execute(connect(context));
  await forEachMerchant(context, 'mails_not_emptied', rows, ({ merchant_id }) =>
    sql`update outgoing_mail set body_text = '', body_html = ''
      where merchant_id = ${merchant_id} and ${old}`.execute(connect(context, merchant_id)),
  );
}
