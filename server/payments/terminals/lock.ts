// One payment a terminal at a time: a row that the first commit of a payment takes and its second
// one gives back. The table refuses a second payment; a row past its deadline holds nothing.
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../context.ts';
import { insert, statement } from '../../db/connections/statements.ts';
import { connect } from '../../db/database.ts';
import type { ProcessorConfig } from '../merchant-config.ts';
import type { Attempt } from '../transactions/attempts/attempts.ts';

export const lock_sentences = {
  terminal_is_free:
    'The terminal is busy with another payment. Wait until it finishes, or cancel it.',
};

const drop_stale = `delete from terminal_lock
where merchant_id = $1 and processor_id = $2 and deadline_at <= $3`;

/** Whether this operation has the payer at the terminal. */
const needs_payer: readonly string[] = ['sale', 'authorize', 'credit', 'refund'];

/**
 * Statements of a first commit; of other processors and follow-ups there are none. `deadline_at` is
 * that of the attempt.
 */
export function lockTerminal(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  deadline_at: Date,
): CompiledQuery<unknown>[] {
  if (!processor.type.rails.includes('terminal')) return [];
  if (!needs_payer.includes(attempt.operation)) return [];
  const { merchant_id, processor_id, id: attempt_id, transaction_id } = attempt;
  attempt.context.holds_terminal = true;
  const now = context.clock.now();
  return [
    statement(drop_stale, [merchant_id, processor_id, now]),
    insert('terminal_lock', {
      merchant_id,
      processor_id,
      attempt_id,
      transaction_id,
      user_name: attempt.context.user_name,
      created_at: now,
      deadline_at,
    }),
  ];
}

/** Statements of the commit that ends the attempt. */
export function unlockTerminal(attempt: Attempt): CompiledQuery<unknown>[] {
  if (!attempt.context.holds_terminal) return [];
  const text = `delete from terminal_lock
    where merchant_id = $1 and processor_id = $2 and attempt_id = $3`;
  return [statement(text, [attempt.merchant_id, attempt.processor_id, attempt.id])];
}

export interface TerminalLock {
  processor_id: string;
  attempt_id: string;
  transaction_id: string;
}

/** The payments that a merchant's terminals wait for. */
export async function locksOf(context: Context, merchant_id: string): Promise<TerminalLock[]> {
  return await connect(context)
    .selectFrom('terminal_lock')
    .select(['processor_id', 'attempt_id', 'transaction_id'])
    .where('merchant_id', '=', merchant_id)
    .where('deadline_at', '>', context.clock.now())
    .execute();
}
