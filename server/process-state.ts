// What a process keeps in memory between requests: caches, queues and counters, each of one room.
import type { PaymentFieldCache } from './accounts/custom-fields/validate-custom-fields.ts';
import { makeRateBudgets, type RateBudgets } from './http/overload/rate-limits.ts';
import { makeUnavailableLog, type UnavailableLog } from './http/overload/unavailable.ts';
import { makeRequestLogBuffer, type RequestLogBuffer } from './http/request-log.ts';
import { type HashQueue, makeHashQueue } from './identity/passwords/hash-queue.ts';
import { type CredentialCache, makeCredentialCache } from './identity/sessions/credential-cache.ts';
import type { LastJobRuns } from './jobs/housekeeping.ts';
import { makeOutboxWaker, type OutboxWaker } from './jobs/outbox-waker.ts';
import type { DataKeyCache } from './keys/data-keys.ts';
import { type KnownLedgerAccounts, makeKnownLedgerAccounts } from './ledger/known-accounts.ts';
import { type DeliveryQueues, makeDeliveryQueues } from './messages/webhooks/delivery-queues.ts';
import type { MerchantConfigCache } from './payments/merchant-config.ts';
import type { CommitQueues } from './payments/transactions/attempts/group-commit.ts';
import type { OpenReports } from './payments/transactions/reports/report-stream.ts';
import type { ProcessorHealthById } from './payments/transport.ts';
import type { GoogleKeyCache } from './payments/wallets/google-payments.ts';
import { type ExportQueue, makeExportQueue } from './reports/export-queue.ts';

export interface ProcessState {
  commit_queues: CommitQueues;
  credential_cache: CredentialCache;
  data_key_cache: DataKeyCache;
  delivery_queues: DeliveryQueues;
  export_queue: ExportQueue;
  google_key_cache: GoogleKeyCache;
  hash_queue: HashQueue;
  known_ledger_accounts: KnownLedgerAccounts;
  last_job_runs: LastJobRuns;
  merchant_config_cache: MerchantConfigCache;
  open_reports: OpenReports;
  outbox_waker: OutboxWaker;
  payment_field_cache: PaymentFieldCache;
  processor_health: ProcessorHealthById;
  rate_budgets: RateBudgets;
  request_log_buffer: RequestLogBuffer;
  unavailable_log: UnavailableLog;
}

/** As a process begins: nothing is known and nothing is under way. */
export function makeProcessState(): ProcessState {
  return {
    commit_queues: new Map(),
    credential_cache: makeCredentialCache(),
    data_key_cache: new Map(),
    delivery_queues: makeDeliveryQueues(),
    export_queue: makeExportQueue(),
    google_key_cache: { known: null },
    hash_queue: makeHashQueue(),
    known_ledger_accounts: makeKnownLedgerAccounts(),
    last_job_runs: new Map(),
    merchant_config_cache: new Map(),
    open_reports: new Map(),
    outbox_waker: makeOutboxWaker(),
    payment_field_cache: new Map(),
    processor_health: new Map(),
    rate_budgets: makeRateBudgets(),
    request_log_buffer: makeRequestLogBuffer(),
    unavailable_log: makeUnavailableLog(),
  };
}
