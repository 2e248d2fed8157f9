// The envelope of every JSON answer, success and failure (gateway-api 1.2, 1.3).
import type { Reply, Rows } from '../../contract/endpoint.ts';

/** `{status, msg, data}`; lists add `total_count`; token-auth repeats members at the top level. */
export function success(reply: Reply, value: unknown): Record<string, unknown> {
  switch (reply.kind) {
    case 'nothing':
      return { status: 'success', msg: 'success', data: null };
    case 'list': {
      const { rows, total_count, count_estimated } = value as Rows<unknown>;
      const counts = { ...(reply.counted && { count: rows.length }), total_count };
      const envelope = { status: 'success', msg: 'success', data: rows, ...counts };
      return count_estimated ? { ...envelope, count_estimated } : envelope;
    }
    case 'record': {
      const beside = Object.fromEntries(
        reply.top_level.map((name) => [name, (value as Record<string, unknown>)[name]]),
      );
      return { status: 'success', msg: 'success', ...beside, data: value };
    }
    case 'file':
      throw new Error('A file has no envelope.');
  }
}

/** `{status: 'failed', msg}`; `data` only where the refusal has some (InvalidData). */
export function failure(message: string, data?: unknown): Record<string, unknown> {
  return data === undefined
    ? { status: 'failed', msg: message }
    : { status: 'failed', msg: message, data };
}
