// `POST /terminal/{id}/cancel`: asks the terminal to give up the payment it waits for. That
// payment's outcome still comes from its own request.
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound, refuse } from '../../../contract/errors.ts';
import { type Context, withoutSlot } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction } from '../../db/database.ts';
import { merchantConfig, type ProcessorConfig } from '../merchant-config.ts';
import { encodeAbort } from '../processors/dejavoo_spin/codec.ts';
import { isAccepted } from '../processors/dejavoo_spin/general-response.ts';
import { send } from '../transport.ts';
import { locksOf } from './lock.ts';
import { terminalOf } from './terminal-method.ts';

const not_cancelled =
  'The terminal did not cancel the payment. Try again, or cancel it on the terminal itself.';

/** Real time before each try: the payment itself may still be on its way to the terminal. */
const pauses_ms = [0, 200, 400, 800];

async function isGivenUp(
  context: Context,
  { type, account }: ProcessorConfig,
  reference: string,
): Promise<boolean> {
  for (const pause_ms of pauses_ms) {
    await withoutSlot(context, () => sleep(pause_ms));
    if (isAccepted(await send(context, type, encodeAbort(account, reference)))) return true;
  }
  return false;
}

/** Refuses where the terminal waits for nothing, or does not give the payment up. */
export async function cancel(context: Context, { id }: { id: string }) {
  const mid = context.actor.account_id;
  const config = await merchantConfig(context, mid);
  const terminal = terminalOf(config, id) ?? notFound();
  const lock = (await locksOf(context, mid)).find(({ processor_id }) => processor_id === id);
  if (!lock) refuse('refused', 'This terminal is not waiting for a payment.');
  const { transaction_id, attempt_id } = lock;
  if (!(await isGivenUp(context, terminal, attempt_id))) refuse('refused', not_cancelled);
  // Audited on success only: a failed cancel is logged as a refusal.
  await inTransaction(context, mid, (tx) =>
    audit(tx, context, {
      verb: 'cancel',
      noun: 'terminal',
      id,
      merchant_id: mid,
      after: { transaction_id },
    }),
  );
  return { transaction_id };
}
