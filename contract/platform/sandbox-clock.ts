// The sandbox's clock: reading it, and moving business time forward (Q17).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { endpoint, record } from '../endpoint.ts';
import { instant } from '../fields.ts';

/** How far the clock is moved at once. */
export const farthest_seconds = 366_000_000;

const clock_record = z.object({
  now: z.string(),
  offset_seconds: z.number(),
  jobs: z.array(z.object({ name: z.string(), due_at: z.string() })),
});

export const clock = {
  get: endpoint({
    method: 'GET',
    path: '/sandbox/clock',
    access: signedIn(['admin'], { scope: 'manage_sandbox' }),
    reply: record(clock_record),
    rate_class: 'read',
    summary: 'The business time and the scheduled jobs (dev and sandbox).',
  }),
  move: endpoint({
    method: 'POST',
    path: '/sandbox/clock',
    access: may.move_clock,
    input: z.object({
      to: instant.optional(),
      advance_seconds: z.int().min(0).max(farthest_seconds).optional(),
    }),
    reply: record(clock_record),
    rate_class: 'write',
    audit: 'clock.move',
    summary: 'Advances the business time and runs all due jobs in order.',
  }),
};
