// Tells "the database is away or has no room" from a defect: the first is answered 503 and retried.

/** Connection lost; no disk, memory or connections (PostgreSQL, appendix A). */
const unavailable_classes = ['08', '53'];
const unavailable_codes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '58030',
  // A standby after a fail-over: the address will lead to the new primary in a moment.
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What the client says in words alone. */
const unavailable_texts = [
  'Connection terminated',
  'Connection ended',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after',
  // A standby after a fail-over, asked for a transaction that writes (0A000).
  'cannot set transaction read-write mode during recovery',
];

/** Errors with which the database answered that it did nothing: no resources, or read-only. */
const answered_codes = new Set(['58030', '25006', '0A000']);

/** Whether the database was not reached, or its answer was lost, so that its effect is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const answered = code.startsWith('53') || answered_codes.has(code);
  return isDatabaseUnavailable(error) && !answered;
}

/** Whether an error of a statement or a connection means: later it may work, as it is. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (unavailable_codes.has(code)) return true;
  if (code.length === 5 && unavailable_classes.includes(code.slice(0, 2))) return true;
  return unavailable_texts.some((words) => error.message.startsWith(words));
}
