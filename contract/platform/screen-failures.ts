// A screen that broke tells the server, so that its Error ID leads to what happened.
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';

const max_frames = 20;

export const screen_failures = {
  tell: endpoint({
    method: 'POST',
    path: '/panel/failure',
    access: signedIn(undefined, { scope: 'no_limited_key', while_pending: true }),
    input: z.object({
      /** Path of the screen. */
      screen: z.string().max(300),
      message: z.string().max(500),
      /** Where it broke, innermost first. */
      trace: z.array(z.string().max(300)).max(max_frames),
    }),
    reply: record(z.object({ correlation_id: z.string() })),
    rate_class: 'read',
    summary: 'Reports a failed screen of the panel; returns the ID of its trace.',
  }),
};
