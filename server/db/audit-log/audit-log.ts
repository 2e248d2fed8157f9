// audit(): one row for each privileged action, in the commit of the change.
import type { Context } from '../../context.ts';
import type { Tx } from '../database.ts';
import { bumpSettingsVersion } from '../settings-version.ts';

declare module '../tables.generated.ts' {
  interface JsonDocuments {
    /** Members that a verb calls by the names of its own noun. */
    'audit_log.after': Record<string, unknown>;
    'audit_log.before': Record<string, unknown>;
  }
}

export interface Audited {
  /** `refund`, `update` … */
  verb: string;
  /** `transaction`, `api_key` … */
  noun: string;
  id: string;
  /** The tenant the row belongs to; the caller's account where the change is to a global table. */
  merchant_id: string;
  before?: unknown;
  after?: unknown;
}

/** The row as it is written; the money path sends it together with its other statements. */
export function auditRow(context: Context, audited: Audited) {
  const { actor } = context;
  return {
    merchant_id: audited.merchant_id,
    id: context.ids.next(),
    verb: audited.verb,
    noun: audited.noun,
    noun_id: audited.id,
    account_type: actor.account_type,
    account_id: actor.account_id,
    user_id: actor.user_id,
    user_name: actor.username,
    credential: actor.kind,
    acting_user_id: actor.acting_user_id,
    acting_user_name: actor.acting_user_name,
    ip_address: context.ip,
    request_id: context.request_id,
    // `stringify` gives undefined for undefined, which is stored as null.
    before: JSON.stringify(audited.before) ?? null,
    after: JSON.stringify(audited.after) ?? null,
    created_at: context.clock.now(),
  };
}

/**
 * Writes the audit row, and counts a change of what is remembered. Never give it card data,
 * secrets or hashes.
 */
export async function audit(tx: Tx, context: Context, audited: Audited): Promise<void> {
  await Promise.all([
    tx.insertInto('audit_log').values(auditRow(context, audited)).execute(),
    bumpSettingsVersion(tx, audited),
  ]);
}
