// How long the product waits for others while a person or a payment waits with it.

export interface Timing {
  /** How long what has been sent to a processor waits for a database that is away. */
  database_retry_ms: number;
  /** When a payment asks the processor about its unanswered attempt, from its loss (rails 5.7). */
  inline_inquiries_ms: readonly number[];
  /** How long a decision on a lost attempt waits for payments on their way to its processor. */
  decision_wait_ms: number;
  /** One try of a webhook (Q21). */
  webhook_try_ms: number;
  /** One step of a mail relay: the connection, its greeting, its answer to a command. */
  mail_step_ms: number;
  /** How long all queues stand still for one job while the sandbox's clock is moved. */
  job_patience_ms: number;
  /** When a move of the clock no longer waits for a job. */
  job_limit_ms: number;
  /** After this long in which nothing of a report was taken, its reader is cut off. */
  report_stall_ms: number;
  /** The longest time one report may hold its snapshot, which keeps vacuum from its work. */
  report_limit_ms: number;
}

export const product_timing: Timing = {
  database_retry_ms: 15_000,
  inline_inquiries_ms: [2_000, 5_000, 12_000],
  decision_wait_ms: 20_000,
  webhook_try_ms: 15_000,
  mail_step_ms: 10_000,
  job_patience_ms: 5_000,
  job_limit_ms: 120_000,
  report_stall_ms: 30_000,
  report_limit_ms: 1_800_000,
};
