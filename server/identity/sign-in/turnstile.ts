// Asks Cloudflare whether a Turnstile token is good (rails 12.2); where it does not say so, it
// is not.
import { z } from 'zod';
import type { BotCheckAction } from '../../../contract/identity/bot-check.ts';
import type { Turnstile } from '../../config.ts';
import type { Context } from '../../context.ts';

const answer_schema = z.object({
  success: z.boolean(),
  hostname: z.string().default(''),
  action: z.string().default(''),
  'error-codes': z.array(z.string()).default([]),
});

/** Time limit for connection and answer together. */
const total_ms = 3_000;

/**
 * Whether the token in `x-bot-check` is accepted: solved for this action, in production for the
 * host that was called, and not before. False also where nobody answers in time.
 */
export async function acceptedByTurnstile(
  context: Context,
  { secret, verify_url }: Turnstile,
  action: BotCheckAction,
): Promise<boolean> {
  const exchange = await context.egress.exchange({
    url: verify_url,
    body: JSON.stringify({ secret, response: context.bot_check, remoteip: context.ip }),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    connect_timeout_ms: total_ms,
    first_byte_timeout_ms: total_ms,
    total_timeout_ms: total_ms,
    max_answer_bytes: 65_536,
  });
  if (exchange.kind !== 'answered') {
    context.log.warn({ reason: exchange.reason }, 'Turnstile did not answer');
    return false;
  }
  const answer = answer_schema.safeParse(readJson(exchange.body)).data;
  if (!answer) {
    context.log.warn({ status: exchange.status }, 'the answer of Turnstile cannot be read');
    return false;
  }
  if (!answer.success) {
    context.log.info({ errors: answer['error-codes'] }, 'Turnstile refused a token');
    return false;
  }
  const is_here =
    context.config.environment !== 'production' || answer.hostname === context.hostname;
  return is_here && (answer.action === '' || answer.action === action);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
