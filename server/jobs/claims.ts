// Claims of jobs: leases by the database's clock, and a token that later claims outdate.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { errorText } from '../error-text.ts';
import { runPeriodically } from '../process/periodic.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    /** What a job is to work on, in the words of its own definition. */
    'job.payload': Record<string, unknown>;
  }
}

export interface JobRow {
  id: string;
  name: string;
  key: string;
  merchant_id: string;
  payload: Record<string, unknown>;
  due_at: Date;
  attempt_count: number;
  /** How often it had been requested when it was claimed. */
  request_count: number;
  /** The fencing token of this claim: every later one is larger. */
  claim_token: number;
}

/** A claim is renewed while its job runs, so that a dead process is soon succeeded. */
const claim_seconds = 30;
const renew_every_ms = 10_000;
/** After a failure: 5 s, 10 s, 20 s … at most an hour, in business time. */
const first_retry_ms = 5_000;
const longest_retry_ms = 3_600_000;

/** The end of a claim that begins now, by the one clock that all processes share. */
const claim_end = sql`clock_timestamp() + make_interval(secs => ${claim_seconds}::int)`;

/** A job under this claim: a process that lost it to a later claim changes nothing. */
const holds_claim = (job: JobRow) => sql`id = ${job.id} and claim_token = ${job.claim_token}`;

/** Keeps the claim of a running job; gives the end of it. */
function keepClaim(context: Context, job: JobRow): () => Promise<void> {
  const renew = async () => {
    try {
      const { rows } = await sql`update job set claimed_until = ${claim_end}
        where ${holds_claim(job)} returning id`.execute(connect(context));
      if (rows.length === 0) context.log.warn({ job: job.name }, 'the claim of a job is lost');
    } catch (error) {
      context.log.warn({ err: error }, 'a claim was not renewed');
    }
  };
  return runPeriodically(renew, renew_every_ms).stop;
}

/** Takes the job that is due first among those of these names. */
export async function claim(
  context: Context,
  until: Date,
  names: string[],
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`update job
    set claimed_until = ${claim_end}, claim_token = claim_token + 1
    where id = (select id from job where due_at <= ${until} and name = any(${names})
      and (claimed_until is null or claimed_until < clock_timestamp())
      order by due_at, id limit 1 for update skip locked)
    returning id, name, key, merchant_id, payload, due_at, attempt_count, request_count,
      claim_token`.execute(connect(context));
  return rows[0];
}

/** The names of the jobs due until then that a living process has claimed, the first due first. */
export async function claimedJobs(
  context: Context,
  until: Date,
  names: string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from job where due_at <= ${until}
    and name = any(${names}) and claimed_until >= clock_timestamp()
    order by due_at, id`.execute(connect(context));
  return rows.map(({ name }) => name);
}

/** Does a claimed job and writes what became of it, as far as the claim is still ours. */
export async function runClaimed(
  context: Context,
  job: JobRow,
  run: (context: Context, job: JobRow) => Promise<Date | null>,
): Promise<void> {
  const query = connect(context);
  const letGo = keepClaim(context, job);
  try {
    const next = await run(context, job).finally(letGo);
    // A request that came while it ran may not have been served: it runs once more.
    await sql`with finished as (
        delete from job where ${holds_claim(job)} and ${next}::timestamptz is null
          and request_count = ${job.request_count} returning id)
      update job set claimed_until = null, attempt_count = 0, last_error = '',
        due_at = case when request_count = ${job.request_count} and ${next}::timestamptz is not null
          then ${next}::timestamptz else ${context.clock.now()}::timestamptz end
      where ${holds_claim(job)} and not exists (select from finished)`.execute(query);
  } catch (error) {
    context.log.error({ err: error, job: job.name, key: job.key }, 'a job failed');
    const wait_ms = Math.min(first_retry_ms * 2 ** job.attempt_count, longest_retry_ms);
    const due_at = new Date(
      Math.max(context.clock.now().getTime(), job.due_at.getTime()) + wait_ms,
    );
    await sql`update job set due_at = ${due_at}, claimed_until = null,
      attempt_count = attempt_count + 1, last_error = ${errorText(error)}
      where ${holds_claim(job)}`.execute(query);
  }
}
