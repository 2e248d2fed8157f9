// Every job of the product, in one visible list.

import { audits, cleaning, sparingJob } from './jobs/housekeeping.ts';
import type { JobDefinition } from './jobs/runner.ts';
import { writeSnapshots } from './ledger/snapshots.ts';
import { mailJobs } from './messages/mail.ts';
import { recoveryJobs } from './payments/recovery.ts';
import { settlementJobs } from './payments/settlement/jobs.ts';

const hour_ms = 3_600_000;

const ledgerSnapshots = sparingJob({
  name: 'ledger_snapshots',
  every_ms: hour_ms / 2,
  next: (after) => new Date(after.getTime() + hour_ms),
  work: (context) => writeSnapshots(context),
});

export const jobs: readonly JobDefinition[] = [
  ...recoveryJobs,
  ...settlementJobs,
  ...mailJobs,
  ledgerSnapshots,
  audits,
  cleaning,
];
