// What a search of the audit log asks, as SQL: for its list and for its file.
import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid } from '../../contract/errors.ts';
import { audit_fields, type audit_log } from '../../contract/platform/audit-log.ts';
import type { Context } from '../context.ts';
import { scope } from '../db/scope.ts';
import { type Condition, conditionsOf } from '../db/search.ts';

export type AuditSearch = InputOf<(typeof audit_log)['search']>;

/** Address and device of an actor are shown of one's own people only. */
export function addressSeen(context: Context): RawBuilder<string> {
  return sql`case when ${scope(context, 'a.account_id')} then a.ip_address else '' end`;
}

/** Why an action was turned down; empty where it was done. */
export const refused = sql`coalesce(a.after ->> 'refused', '')`;

/** Rows that the caller may see and asks for, of `audit_log a`. */
export function whereOf(context: Context, input: Pick<AuditSearch, 'filters'>): Condition {
  const targets = {
    correlation_id: 'a.request_id',
    noun_id: 'a.noun_id',
    noun: 'a.noun',
    verb: 'a.verb',
    outcome: sql`case when ${refused} = '' then 'done' else 'refused' end`,
    user_name: 'a.user_name',
    user_id: 'a.user_id',
    acting_user_name: 'a.acting_user_name',
    merchant_id: 'a.merchant_id',
    ip_address: addressSeen(context),
    credential: 'a.credential',
    created_at: 'a.created_at',
  };
  const conditions = [
    scope(context, 'a.merchant_id'),
    ...conditionsOf(audit_fields, targets, input.filters, context.clock.now()),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** 400 for any other order. */
export function orderOf({ sort }: Pick<AuditSearch, 'sort'>): RawBuilder<unknown> {
  const { field = 'created_at', direction = 'desc' } = sort ?? {};
  if (field !== 'created_at') invalid('Sort');
  const way = sql.raw(direction);
  return sql`a.created_at ${way}, a.id ${way}`;
}
