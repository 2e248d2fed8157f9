// Every job of the product, in one visible list.

import { audits, cleaning } from './jobs/housekeeping.ts';
import type { JobDefinition } from './jobs/runner.ts';
import { writeSnapshots } from './ledger/snapshots.ts';

const hour_ms = 3_600_000;

const ledgerSnapshots: JobDefinition = {
  name: 'ledger_snapshots',
  standing: async (context) => [
    { key: 'all', due_at: new Date(context.clock.now().getTime() + hour_ms) },
  ],
  async run(context, job) {
    await writeSnapshots(context);
    // A clock that jumped over a month has nothing more to sum: one run at a time.
    return new Date(Math.max(job.due_at.getTime(), context.clock.now().getTime()) + hour_ms);
  },
};

export const jobs: readonly JobDefinition[] = [audits, cleaning, ledgerSnapshots];
