// The test event: a new address must answer it with exactly 200 (gateway-api 14).
import { refuse } from '../../../contract/errors.ts';
import { test_signature_key } from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import type { PublicAnswer } from '../../egress-public.ts';
import { bodyOf, signatureOf } from './signature.ts';

export interface Probed {
  response_status: number;
  duration_ms: number;
}

function whyNot(answer: PublicAnswer): string {
  if (answer.kind === 'refused') return `bad request error: invalid URL: ${answer.reason}`;
  const what =
    answer.kind === 'failed' ? answer.reason : `it returned ${answer.status} instead of 200`;
  return `bad request error: the webhook did not accept the test event: ${what}`;
}

/**
 * Sends a test event. 400 in plain words unless it is answered with 200; of the answer only the
 * status is reported. It is signed with the published test key, and in `signature-previous` with
 * the key that is being tried.
 */
export async function probe(
  context: Context,
  merchant_id: string,
  url: string,
  signature_key?: string,
): Promise<Probed> {
  const body = bodyOf({ type: 'test', merchant_id, action_at: context.clock.now() });
  const started_ms = context.clock.monotonicMs();
  const answer = await context.public_egress.post({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      signature: signatureOf(test_signature_key, body),
      ...(signature_key && { 'signature-previous': signatureOf(signature_key, body) }),
      'x-webhook-event-id': context.ids.next(),
    },
    timeout_ms: context.timing.webhook_try_ms,
  });
  if (answer.kind !== 'answered' || answer.status !== 200) refuse('refused', whyNot(answer));
  const duration_ms = Math.round(context.clock.monotonicMs() - started_ms);
  return { response_status: answer.status, duration_ms };
}
