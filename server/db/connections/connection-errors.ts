// Tells an unavailable database from a defect: the former is answered with 503 and retried.

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

/** Messages of the client for errors without a code. */
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

/** Errors after which the database certainly did nothing: no resources, or read-only. */
const answered_codes = new Set(['58030', '25006', '0A000']);

/** Whether the database was not reached, or its answer was lost, so that its effect is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const answered = code.startsWith('53') || answered_codes.has(code);
  return isDatabaseUnavailable(error) && !answered;
}

/** Whether the same call may succeed later without any change. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (unavailable_codes.has(code)) return true;
  if (code.length === 5 && unavailable_classes.includes(code.slice(0, 2))) return true;
  return unavailable_texts.some((words) => error.message.startsWith(words));
}
