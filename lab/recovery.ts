// Inquiry and reversal by reference: how a caller learns or undoes what it got no answer to.
import { answered, type OperationContext, type Result, undoing } from './host.ts';
import { Refused, referenceOf, text } from './request.ts';
import { failsReversals } from './triggers.ts';
import { type Answered, answerKey, type Item, type World } from './world.ts';

/** Failed reversals of an item so far; not money, so not in the journal. */
const failures = new WeakMap<World, Map<string, number>>();

function original(context: OperationContext): Answered | undefined {
  const { world, account, body } = context;
  const reference = text(body, 'original_reference');
  if (reference !== '') return world.answers.get(answerKey(account, reference));
  const item = world.items.get(text(body, 'transaction_id'));
  if (item?.account !== account) return undefined;
  return world.answers.get(answerKey(account, item.reference));
}

/** State of one attempt, by our id or the caller's reference; changes nothing. */
export function inquire(context: OperationContext): Result {
  if (text(context.body, 'transaction_id') === '') referenceOf(context.body, 'original_reference');
  const known = original(context);
  const about = { reference: context.reference, operation: context.operation };
  if (!known || known.arrives_at > context.now) return { answer: { ...about, found: false } };
  const item = context.world.items.get(known.item);
  if (item && item.available_at > context.now) {
    return { answer: { ...about, found: true, available: false } };
  }
  const standing = item && {
    state: item.state,
    captured_amount: item.captured,
    settled_amount: item.settled,
    refunded_amount: item.refunded,
  };
  const answer = { ...about, found: true, available: true, answer: known.answer, ...standing };
  return { answer };
}

/** Items of family 47 refuse their first two reversals without any effect. */
function maybeFail(context: OperationContext, item: Item): void {
  if (!failsReversals(item.trigger)) return;
  const counts = failures.get(context.world) ?? new Map<string, number>();
  failures.set(context.world, counts);
  const count = counts.get(item.id) ?? 0;
  counts.set(item.id, count + 1);
  if (count < 2) throw new Refused(503, 'unavailable', 'REVERSAL NOT POSSIBLE NOW');
}

/** Undoes what stands under a reference; bars the reference where nothing stands under it yet. */
export function reverse(context: OperationContext): Result {
  const reference = referenceOf(context.body, 'original_reference');
  const known = original(context);
  const base = { reference: context.reference, operation: context.operation };
  const nothing = { ...base, reversed: false, text: 'NOTHING TO REVERSE' };
  if (!known) return answered(context, nothing, '', { bar: reference });
  const item = context.world.items.get(known.item);
  if (!item || item.reference !== reference) {
    throw new Refused(422, 'not_approved', 'THIS OPERATION CANNOT BE REVERSED');
  }
  const done = { ...base, transaction_id: item.id, reversed: true, text: 'REVERSED' };
  if (known.arrives_at > context.now && item.state !== 'voided') {
    // The reversal was quicker: the reference is barred, and void when it comes in.
    return answered(context, nothing, item.id, { ...undoing(context, item), bar: reference });
  }
  if (item.state === 'voided') return answered(context, done, item.id);
  if (item.state === 'declined' || item.state === 'verified') {
    return answered(context, { ...nothing, transaction_id: item.id }, item.id);
  }
  if (item.state !== 'pending' && item.state !== 'authorized') {
    throw new Refused(422, 'already_settled', 'ALREADY SETTLED');
  }
  maybeFail(context, item);
  return answered(context, done, item.id, undoing(context, item));
}
