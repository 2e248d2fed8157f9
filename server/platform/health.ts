// Whether the server can do its work: for load balancers and monitors.
import { sql } from 'kysely';
import type { health } from '../../contract/platform/health.ts';
import { asSystem } from '../context.ts';
import { connect } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';

export const healthHandlers: Handlers<typeof health> = {
  // Ready means that work can be done: without the database none can, and this is a 503 too.
  get: async (context) => {
    await sql`select 1`.execute(connect(asSystem(context)));
    return { ready: true };
  },
};
