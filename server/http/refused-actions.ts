// An action that was turned down leaves a row in the audit log too, with who tried it and why not.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Refusal, RefusalKind } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { auditRow } from '../db/audit-log/audit-log.ts';
import { connect } from '../db/database.ts';
import { storedText } from '../error-text.ts';
import { hasBudget } from './overload/rate-limits.ts';

/** Refusals for load or rate are left out: the caller is told to retry. */
const noted: ReadonlySet<RefusalKind> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'refused',
  'invalid',
]);
const known: ReadonlySet<string> = new Set(['session', 'api_key', 'public_key']);

/**
 * Payments are many, and a body of theirs that does not fit is a shop's mistake: the request log
 * has it. Of other unfit bodies, and of whatever comes with a public key, which anybody can read
 * off a page, as many are written as the caller's budget holds, so that no flood fills the log.
 */
function isWritten(context: Context, endpoint: Endpoint, kind: RefusalKind): boolean {
  if (!noted.has(kind) || !known.has(context.actor.kind)) return false;
  if (kind === 'invalid' && endpoint.rate_class === 'payment') return false;
  const cheap = kind === 'invalid' || context.actor.kind === 'public_key';
  return !cheap || hasBudget(context, 'unfit');
}

/** `user.remove` is a removal of a user; where the verb stands alone the path names the noun. */
function namesOf({ audit, path }: Endpoint): { noun: string; verb: string } {
  const [first = '', second] = (audit ?? '').split('.');
  if (second !== undefined) return { noun: first, verb: second };
  return { noun: path.split('/')[1] ?? '', verb: first };
}

type Refused = Pick<Refusal, 'kind' | 'message' | 'http_status'>;

/** Writes why a request was turned down to the audit log, see `recordRefusal`. */
export async function auditRefusal(request: FastifyRequest, refusal: Refused): Promise<void> {
  const { endpoint } = request.routeOptions.config;
  if (endpoint) await recordRefusal(request.context, endpoint, refusal);
}

/**
 * The row belongs to the caller's own account and holds no id: whose it is, and whether it exists,
 * is not said, nor what was typed. The request log has the path. Never fails the answer.
 */
export async function recordRefusal(
  context: Context,
  endpoint: Endpoint,
  refusal: Refused,
): Promise<void> {
  if (!endpoint.audit || !isWritten(context, endpoint, refusal.kind)) return;
  const { account_id } = context.actor;
  const row = auditRow(context, {
    ...namesOf(endpoint),
    id: '',
    merchant_id: account_id,
    after: {
      refused: storedText(refusal.message, 200),
      status: refusal.http_status,
    },
  });
  try {
    await connect(context, account_id).insertInto('audit_log').values(row).execute();
  } catch (error) {
    context.log.error({ err: error, request_id: context.request_id }, 'a refusal was not audited');
  }
}
