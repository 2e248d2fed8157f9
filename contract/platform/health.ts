// Whether the server is ready to work.
import { z } from 'zod';
import { open } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';

export const health = {
  get: endpoint({
    method: 'GET',
    path: '/fphc',
    access: open,
    reply: record(z.object({ ready: z.boolean() })),
    rate_class: 'free',
    summary: 'Answers when the server is ready.',
  }),
};
