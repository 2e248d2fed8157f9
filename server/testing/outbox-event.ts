// An event of the outbox as tests write it.

/** Columns of an event of one transaction, due at once. */
export const outboxEvent = (resource_id: string, sequence: number, now: Date | string) => ({
  kind: 'transaction_update',
  resource_id,
  sequence,
  payload: '{}',
  created_at: now,
  next_attempt_at: now,
});
