// One command to a processor and back: codec, transport, and the outcome of rails 5.3.
import assert from 'node:assert/strict';
import type { Context } from '../../../context.ts';
import type { ProcessorConfig } from '../../merchant-config.ts';
import type { CredentialTest } from '../../processors/driver.ts';
import type {
  InquireCommand,
  Inquiry,
  MoneyCommand,
  OriginalAttempt,
  Outcome,
  ProcessorRef,
  Reversal,
  ReverseCommand,
  TestCredentialsCommand,
} from '../../processors/types.ts';
import { send, sendGuarded } from '../../transport.ts';

function driver(context: Context, processor: ProcessorConfig) {
  const found = context.driverOf(processor.type, context.config.environment);
  assert(found, `${processor.type.key} has no driver here`);
  return found;
}

function warn(context: Context, processor: ProcessorConfig, outcome: Outcome): void {
  if (outcome.alert === null) return;
  const { row } = processor;
  context.log.warn(
    { alert: outcome.alert, processor_id: row.id, type: row.type, request_id: context.request_id },
    'the answer of a processor needs attention',
  );
}

/** Sends a money command, once; the outcome says whether it had, may have had or had no effect. */
export async function perform(
  context: Context,
  processor: ProcessorConfig,
  command: MoneyCommand,
): Promise<Outcome> {
  const found = driver(context, processor);
  if (found.kind === 'internal') return found.decide(command);
  const answer = await sendGuarded(context, processor, found.codec.encode(command));
  const outcome = found.codec.decode(command, answer);
  warn(context, processor, outcome);
  return outcome;
}

/** Asks the processor for the outcome of an attempt, by our reference; changes nothing there. */
export async function inquire(
  context: Context,
  processor: ProcessorConfig,
  command: InquireCommand,
): Promise<Inquiry> {
  const found = driver(context, processor);
  // A processor without a host loses nothing: what was not stored did not happen.
  if (found.kind === 'internal') return { found: 'no', final: true };
  const answer = await sendGuarded(context, processor, found.codec.encode(command), true);
  const inquiry = found.codec.decodeInquiry(command, answer);
  if (inquiry.found === 'yes') warn(context, processor, inquiry.outcome);
  return inquiry;
}

/** Undoes an attempt by our reference, whether or not it ever arrived; safe to repeat. */
export async function reverse(
  context: Context,
  processor: ProcessorConfig,
  command: ReverseCommand,
): Promise<Reversal> {
  const found = driver(context, processor);
  if (found.kind === 'internal') return { result: 'nothing' };
  const answer = await sendGuarded(context, processor, found.codec.encode(command), true);
  return found.codec.decodeReversal(command, answer);
}

/** What follow-ups name of an attempt that a person found at the processor under this ID. */
export function refOf(
  context: Context,
  processor: ProcessorConfig,
  original: OriginalAttempt,
  transaction_id: string,
): ProcessorRef {
  const found = driver(context, processor);
  return found.kind === 'internal'
    ? { transaction_id }
    : found.codec.refOf(original, transaction_id);
}

/** The cheapest harmless call that proves the credentials. */
export async function testCredentials(
  context: Context,
  processor: ProcessorConfig,
): Promise<CredentialTest> {
  const found = context.driverOf(processor.type, context.config.environment);
  if (!found) return { ok: false, text: 'No driver is installed for this processor.' };
  if (found.kind === 'internal') return { ok: true, text: 'No processor is needed.' };
  const command: TestCredentialsCommand = {
    operation: 'test_credentials',
    reference: context.ids.next(),
    account: processor.account,
  };
  const answer = await send(context, processor.type, found.codec.encode(command));
  return found.codec.decodeTest(command, answer);
}
