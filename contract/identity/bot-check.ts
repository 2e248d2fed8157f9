// The bot check of forms that anybody may send: a small piece of work for a browser (spec 1 §7).
import { z } from 'zod';
import { open } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';

/** What a check is made for: it opens calls of this kind alone. */
export const bot_check_actions = ['sign_in', 'recovery'] as const;
export type BotCheckAction = (typeof bot_check_actions)[number];

/** How long a challenge may be answered, once. */
export const bot_check_seconds = 300;

/** Sign-in tries without a check before one is required (Q5). */
export const unchecked_tries = 3;

export const bot_checks = {
  create: endpoint({
    method: 'POST',
    path: '/bot-check',
    access: open,
    input: z.object({ action: z.enum(bot_check_actions) }),
    reply: record(
      z.object({
        /** Text without meaning to the browser; the work is to find a number to it. */
        challenge: z.string(),
        /** How many leading bits of SHA-256 over `challenge~number` must be 0. */
        difficulty_bits: z.int(),
      }),
    ),
    rate_class: 'sign_in',
    summary: 'A bot check challenge. Send `challenge~number` in the header x-bot-check.',
  }),
};
