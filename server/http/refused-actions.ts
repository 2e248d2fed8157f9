// An action that was turned down leaves a row in the audit log too, with who tried it and why not.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Refusal, RefusalKind } from '../../contract/errors.ts';
import { auditRow } from '../db/audit-log.ts';
import { connect } from '../db/database.ts';

/**
 * What a person may not, what does not exist for them, what a rule forbids. A body that cannot be
 * read, or comes too often, is no try at the action: the request log has it.
 */
const noted: ReadonlySet<RefusalKind> = new Set(['forbidden', 'not_found', 'refused']);

/** `user.remove` is a removal of a user; where the verb stands alone the path names the noun. */
function namesOf({ audit, path }: Endpoint): { noun: string; verb: string } {
  const [first = '', second] = (audit ?? '').split('.');
  if (second !== undefined) return { noun: first, verb: second };
  return { noun: path.split('/')[1] ?? '', verb: first };
}

/**
 * The row belongs to the caller's own account and holds no id: whose it is, and whether it exists,
 * is not said. The request log has the path. Never fails the answer.
 */
export async function auditRefusal(request: FastifyRequest, refusal: Refusal): Promise<void> {
  const { context } = request;
  const { endpoint } = request.routeOptions.config;
  const { kind, account_id } = context.actor;
  if (!endpoint?.audit || !noted.has(refusal.kind)) return;
  if (kind !== 'session' && kind !== 'api_key') return;
  const row = auditRow(context, {
    ...namesOf(endpoint),
    id: '',
    merchant_id: account_id,
    after: { refused: refusal.message.slice(0, 200), status: refusal.http_status },
  });
  try {
    await connect(context, account_id).insertInto('audit_log').values(row).execute();
  } catch (error) {
    context.log.error({ err: error, request_id: request.id }, 'a refusal was not audited');
  }
}
