// Every job of the product, in one visible list.

import { checkBooks } from './db/audit-runs.ts';
import { doEach } from './db/each.ts';
import { passwordResetJobs } from './identity/passwords/password-reset.ts';
import { audits, cleaning, nightlyJob } from './jobs/housekeeping.ts';
import { type OutboxConsumer, outboxCleaning } from './jobs/outbox.ts';
import type { JobDefinition } from './jobs/runner.ts';
import { writeSnapshots } from './ledger/snapshots.ts';
import { mailJobs } from './messages/mail.ts';
import { webhookConsumer } from './messages/webhooks/consumer.ts';
import { webhookJobs } from './messages/webhooks/jobs.ts';
import { cardUpdatesJob } from './payments/card-updates/job.ts';
import { recoveryJobs } from './payments/recovery/recovery.ts';
import { settlementJobs } from './payments/settlement/jobs.ts';
import { receiptCopies } from './payments/transactions/reading/receipt-copies.ts';
import {
  transactionDays,
  transactionDaysJob,
} from './payments/transactions/reading/totals/totals-days.ts';
import { certificateExpiryJob } from './payments/wallets/expiry.ts';
import { exportJob } from './reports/export-job.ts';
import { deleteExpiredDrafts } from './vault/customers/methods/method-drafts.ts';
import { expireTokens } from './vault/tokens/payment-token.ts';
import { webhook_parts } from './webhook-parts.ts';

const hour_ms = 3_600_000;

const ledgerSnapshots = nightlyJob({
  name: 'ledger_snapshots',
  every_ms: hour_ms / 2,
  next: (after) => new Date(after.getTime() + hour_ms),
  work: (context) =>
    doEach(context, {
      parts: [
        { step: 'snapshots', work: () => writeSnapshots(context) },
        { step: 'audit', work: () => checkBooks(context, 'recent') as Promise<unknown> },
      ],
      alert: 'ledger_not_checked',
      sentence: 'the ledger was not summed or checked',
      about: ({ step }) => ({ step }),
      work: ({ work }) => work(),
    }),
});

/** Sealed numbers of payments whose payers nobody saved (decision 24). */
const expiredDrafts = nightlyJob({
  name: 'expired_method_drafts',
  every_ms: 0,
  next: (after) => new Date(after.getTime() + hour_ms),
  work: deleteExpiredDrafts,
});

/** One-time tokens that were not used in their two minutes (decision 25). */
const paymentTokens = nightlyJob({
  name: 'payment_tokens',
  every_ms: 0,
  next: (after) => new Date(after.getTime() + hour_ms / 4),
  work: expireTokens,
});

export const jobs: readonly JobDefinition[] = [
  ...recoveryJobs,
  ...passwordResetJobs,
  ...settlementJobs,
  ...mailJobs,
  ...webhookJobs(webhook_parts),
  transactionDaysJob,
  certificateExpiryJob,
  exportJob,
  cardUpdatesJob,
  ledgerSnapshots,
  expiredDrafts,
  paymentTokens,
  audits,
  cleaning,
  outboxCleaning,
];

/** Everyone who hears of committed changes. */
export const consumers: readonly OutboxConsumer[] = [
  webhookConsumer(webhook_parts),
  transactionDays,
  receiptCopies,
];
