// What a person can do about an attempt without an outcome: inquire now, or decide the outcome.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound, refuse } from '../../../contract/errors.ts';
import { responseText } from '../../../contract/payments/response-codes.ts';
import type { UnresolvedRecord, unresolved } from '../../../contract/payments/unresolved.ts';
import { type Context, withoutSlot } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/connections/connection-errors.ts';
import { pipeline } from '../../db/connections/pipeline.ts';
import { insert, requireRow } from '../../db/connections/statements.ts';
import { connect, inTransaction, type Tx, violatedConstraint } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import type { Outcome } from '../processors/types.ts';
import { unknownOutcome } from '../processors/wire-answer.ts';
import { AlreadyFinished } from '../transactions/attempts/attempt-errors.ts';
import type { Decision } from '../transactions/attempts/attempt-notes.ts';
import {
  type Attempt,
  claimAttempt,
  lease_seconds,
  secondsFrom,
  toAttempt,
} from '../transactions/attempts/attempts.ts';
import { chargeId, charges } from '../transactions/attempts/charges.ts';
import { audited } from '../transactions/attempts/statements.ts';
import {
  type Execution,
  executionOf,
  finisherOf,
  inquireOnce,
} from '../transactions/outcomes/execute.ts';
import { refOf } from '../transactions/outcomes/perform.ts';
import { notProcessed, originalOf } from '../transactions/outcomes/resolve-unknown.ts';
import { recordStoreFailure } from '../transactions/outcomes/store-failure.ts';
import { get, needsTwo, type Path, search } from './records.ts';

const resolved = 'This attempt has already been resolved.';
const busy = 'An inquiry is already in progress. Try again in two minutes.';
const on_their_way =
  'Another payment in progress at this processor may have this ID. Try again later.';

/** How often they are read again. */
const look_every_ms = 100;

/** The open attempt, locked; a refusal stores nothing. */
async function lock(tx: Tx, context: Context, { merchantId, attemptId }: Path): Promise<Attempt> {
  const row = await tx
    .selectFrom('rail_attempt')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', attemptId)
    .where('recovery_of', '=', '')
    .forUpdate()
    .executeTakeFirst();
  if (!row) notFound();
  if (row.state !== 'no_answer') refuse('refused', resolved);
  const now = context.clock.now();
  const at = row.next_inquiry_at;
  // A next inquiry that near is due now, or it is the lease of one that is running.
  if (at && at <= secondsFrom(now, lease_seconds)) refuse('refused', busy);
  return toAttempt(row);
}

const auditSubject = ({ id, merchant_id }: Attempt) => ({ noun: 'unresolved', id, merchant_id });

/**
 * Ends an attempt that then has been inquired `count` times. Where another process has ended it,
 * that is answered; where the outcome cannot be stored, the attempt is released and the answer says
 * why.
 */
async function orResolved(
  context: Context,
  attempt: Attempt,
  count: number,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AlreadyFinished) refuse('refused', resolved);
    if (isDatabaseUnavailable(error)) throw error;
    const { text, error_id } = await recordStoreFailure(context, attempt, count, error);
    refuse('refused', `The outcome could not be stored. ${text} Error ID: ${error_id}.`);
  }
}

/** `POST /unresolved/{merchantId}/{attemptId}/inquire`: the next inquiry, made now. */
async function inquire(
  context: Context,
  path: Path,
  { reason }: { reason: string },
): Promise<UnresolvedRecord> {
  // A foreign or unknown id is 404 before anything is locked.
  await get(context, path);
  const attempt = await inTransaction(context, path.merchantId, async (tx) => {
    const found = await lock(tx, context, path);
    const { amount, inquiry_count } = found;
    const after = { reason, amount, inquiry_count };
    const trace = audited(context, { ...auditSubject(found), verb: 'inquire', after });
    await pipeline(tx, [requireRow(claimAttempt(context, found)), trace]);
    return { ...found, fencing_token: found.fencing_token + 1 };
  });
  await orResolved(context, attempt, attempt.inquiry_count + 1, async () =>
    inquireOnce(context, await executionOf(context, attempt)),
  );
  return await get(context, path);
}

type Wanted = Pick<Decision, 'decision' | 'reason' | 'processor_transaction_id'>;

/**
 * The proposal that this caller confirms; null where a second person has to confirm the caller's
 * own.
 */
async function confirmed(tx: Tx, context: Context, attempt: Attempt, wanted: Wanted) {
  const known = await tx
    .selectFrom('attempt_proposal')
    .selectAll()
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .executeTakeFirst();
  const same =
    known?.decision === wanted.decision &&
    known.processor_transaction_id === wanted.processor_transaction_id;
  if (!known || !same) return null;
  if (known.user_id === context.actor.user_id) {
    refuse('refused', 'Another user must confirm your proposal.');
  }
  return known;
}

async function propose(tx: Tx, context: Context, attempt: Attempt, wanted: Wanted): Promise<void> {
  const { user_id, username: user_name } = context.actor;
  const { merchant_id, id, amount } = attempt;
  const row = { ...wanted, user_id, user_name, created_at: context.clock.now() };
  const after = { ...wanted, amount, proposed: true };
  const verb = wanted.decision;
  await pipeline(tx, [
    insert(
      'attempt_proposal',
      { merchant_id, id, ...row },
      `on conflict (merchant_id, id) do update set decision = excluded.decision,
        processor_transaction_id = excluded.processor_transaction_id, reason = excluded.reason,
        user_id = excluded.user_id, user_name = excluded.user_name,
        created_at = excluded.created_at`,
    ),
    audited(context, { ...auditSubject(attempt), verb, after }),
  ]);
}

/** An id that belongs to another charge was copied from the wrong line, so it is refused. */
async function checkId(tx: Tx, attempt: Attempt, transaction_id: string): Promise<void> {
  if (chargeId(attempt.operation, transaction_id) === '') return;
  const duplicate = await tx
    .selectFrom('rail_attempt')
    .select('transaction_id')
    .where('merchant_id', '=', attempt.merchant_id)
    .where('processor_id', '=', attempt.processor_id)
    .where('operation', 'in', charges)
    .where('state', '=', 'answered')
    .where(sql<string>`answer -> 'processor_ref' ->> 'transaction_id'`, '=', transaction_id)
    .executeTakeFirst();
  if (duplicate) refuse('refused', usedFor(duplicate.transaction_id));
}

const usedFor = (id: string) => `The processor uses this ID for transaction ${id}.`;
const used = 'Another transaction has already been approved with this ID.';

/**
 * Claims the attempt together with the id: two lost attempts never hold the same one
 * (rail_attempt_claim). The check afterwards finds a charge that got this id in its first answer.
 */
async function take(tx: Tx, context: Context, attempt: Attempt, id: string): Promise<void> {
  const claimed_id = chargeId(attempt.operation, id);
  await pipeline(tx, [requireRow(claimAttempt(context, attempt, { claimed_id }))]);
  await checkId(tx, attempt, id);
}

/** The attempts of the merchant at the processor of this attempt, itself among them. */
const siblingsOf = (context: Context, { merchantId, attemptId }: Path) =>
  connect(context)
    .selectFrom('rail_attempt as mine')
    .innerJoin('rail_attempt as other', (join) =>
      join
        .onRef('other.merchant_id', '=', 'mine.merchant_id')
        .onRef('other.processor_id', '=', 'mine.processor_id'),
    )
    .where('mine.merchant_id', '=', merchantId)
    .where('mine.id', '=', attemptId);

/** Refuses with the transaction that holds the id, where another lost attempt has it. */
async function heldBy(context: Context, path: Path, id: string) {
  const holder = await siblingsOf(context, path)
    .select('other.transaction_id')
    .where('other.claimed_id', '=', id)
    .where('other.id', '<>', path.attemptId)
    .executeTakeFirst();
  return refuse('refused', holder ? usedFor(holder.transaction_id) : used);
}

/** The attempt, claimed; null where a second person has to confirm the decision. */
async function begin(context: Context, path: Path, wanted: Wanted): Promise<Attempt | null> {
  const id = wanted.processor_transaction_id;
  try {
    return await inTransaction(context, path.merchantId, async (tx) => {
      const attempt = await lock(tx, context, path);
      let proposed_by = '';
      if (needsTwo(context, attempt.amount, attempt.currency)) {
        const proposal = await confirmed(tx, context, attempt, wanted);
        if (!proposal) {
          await checkId(tx, attempt, id);
          await propose(tx, context, attempt, wanted);
          return null;
        }
        proposed_by = proposal.user_name;
      }
      await take(tx, context, attempt, id);
      const decision = { ...wanted, proposed_by, decided_by: context.actor.username };
      const about = { ...attempt.context, decision };
      return { ...attempt, fencing_token: attempt.fencing_token + 1, context: about };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'rail_attempt_claim') return await heldBy(context, path, id);
    throw error;
  }
}

/** Attempts that were being sent to the same processor when a person named the id. */
async function onTheirWay(context: Context, path: Path): Promise<string[]> {
  const rows = await siblingsOf(context, path)
    .select('other.id')
    .where('other.state', '=', 'sent')
    .where('other.operation', 'in', charges)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Waits until every attempt that is being sent now has its answer stored or is lost. A charge that
 * the processor has on record was sent before this moment, so no later attempt can have the id, and
 * `take` finds the one that has it among those that have ended.
 */
async function letOthersEnd(context: Context, path: Path): Promise<void> {
  const until_ms = context.clock.monotonicMs() + context.timing.decision_wait_ms;
  for (let open = await onTheirWay(context, path); open.length > 0; ) {
    if (context.clock.monotonicMs() > until_ms) refuse('refused', on_their_way);
    await withoutSlot(context, () => sleep(look_every_ms));
    const still = await onTheirWay(context, path);
    open = open.filter((id) => still.includes(id));
  }
}

/** The outcome a person found at the processor, in the form of the processor's own answer. */
function approveManually(
  context: Context,
  { attempt, processor }: Execution,
  transaction_id: string,
): Outcome {
  return {
    ...unknownOutcome(attempt.amount, 'An administrator confirmed the approval.', null),
    outcome: 'approved',
    certainty: 'effect',
    code: 100,
    text: responseText(100),
    approved_amount: attempt.amount,
    processor_ref: refOf(context, processor, originalOf(attempt), transaction_id),
  };
}

async function decide(context: Context, path: Path, wanted: Wanted): Promise<UnresolvedRecord> {
  await get(context, path);
  if (wanted.decision === 'approve') await letOthersEnd(context, path);
  const attempt = await begin(context, path, wanted);
  if (!attempt) return await get(context, path);
  await orResolved(context, attempt, attempt.inquiry_count, async () => {
    const execution = await executionOf(context, attempt);
    const outcome =
      wanted.decision === 'approve'
        ? approveManually(context, execution, wanted.processor_transaction_id)
        : notProcessed(attempt, 'An administrator confirmed that it was not processed.');
    await finisherOf(attempt)(context, execution.config, attempt, outcome, execution.row);
  });
  return await get(context, path);
}

type Approve = InputOf<(typeof unresolved)['approve']>;

export const unresolvedHandlers: Handlers<typeof unresolved> = {
  search,
  get,
  inquire,
  approve: (context, path, input: Approve) =>
    decide(context, path, { decision: 'approve', ...input }),
  notProcessed: (context, path, { reason }) =>
    decide(context, path, { decision: 'not_processed', reason, processor_transaction_id: '' }),
};
