// What the account updater changed, and when it is asked next; cards in its webhooks.
import { sql } from 'kysely';
import type { Search } from '../../../contract/search/search.ts';
import {
  type CardUpdateRecord,
  card_update_fields,
  type card_updates,
} from '../../../contract/vault/card-updates.ts';
import { nextDue } from '../../../contract/vault/update-schedule.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { conditionsOf, countOf } from '../../db/search.ts';
import type { Handlers } from '../../http/serve.ts';
import { expirationOf, toCard } from '../../vault/customers/records.ts';
import { localDay } from '../days.ts';
import { merchantConfig } from '../merchant-config.ts';
import { updaterOf } from './run.ts';

const targets = {
  result: 'card_update.result',
  customer_id: 'card_update.customer_id',
  transaction_id: 'card_update.transaction_id',
  created_at: 'card_update.created_at',
};

type Row = Omit<CardUpdateRecord, 'created_at' | 'expiration_before' | 'expiration_after'> & {
  /** `YYYY-MM-DD` */
  expired_on: string;
  expires_on: string;
  created_at: Date;
};

async function search(context: Context, _: unknown, input: Search) {
  const conditions = [
    scope(context, 'card_update.merchant_id'),
    sql`card_update.merchant_id = ${context.actor.account_id}`,
    ...conditionsOf(card_update_fields, targets, input.filters, context.clock.now()),
  ];
  const where = sql`from card_update where ${sql.join(conditions, sql` and `)}`;
  const query = connect(context);
  const page = sql<Row>`select id, customer_id, payment_method_id, transaction_id, result,
      card_type, masked_before, masked_after, expired_on, expires_on, created_at ${where}
    order by card_update.created_at desc, card_update.id desc
    limit ${input.limit} offset ${input.offset}`;
  const [{ rows }, count] = await Promise.all([
    page.execute(query),
    countOf(query, sql`select 1 ${where}`),
  ]);
  const shown = rows.map(({ expired_on, expires_on, created_at, ...row }) => ({
    ...row,
    expiration_before: expirationOf({ expires_on: expired_on }),
    expiration_after: expirationOf({ expires_on }),
    created_at: created_at.toISOString(),
  }));
  return { rows: shown, ...count };
}

interface Run {
  due_on: string;
  card_count: number;
  updated_count: number;
  flagged_count: number;
  error: string;
  finished_at: Date | null;
}

async function status(context: Context) {
  const config = await merchantConfig(context, context.actor.account_id);
  const { submission_frequency, day_of_the_month } = config.documents.default_values.vault;
  const today = localDay(context.clock.now(), config.timezone);
  const { rows } = await sql<Run>`select due_on, card_count, updated_count, flagged_count, error,
      finished_at from card_update_run where ${scope(context, 'card_update_run.merchant_id')}
      and merchant_id = ${config.id} order by due_on desc limit 1`.execute(connect(context));
  const [last] = rows;
  return {
    submission_frequency,
    next_on: nextDue(submission_frequency, day_of_the_month, today),
    is_supported: updaterOf(context, config) !== null,
    last_run: last
      ? {
          ...last,
          due_on: String(last.due_on),
          finished_at: last.finished_at?.toISOString() ?? null,
        }
      : null,
  };
}

export const cardUpdateHandlers: Handlers<typeof card_updates> = { search, status };

/** Saved cards by id, as the events of the account updater speak of them (gateway-api 14). */
export async function cardEventBodies(
  context: Context,
  merchant_id: string,
  ids: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await connect(context)
    .selectFrom('saved_method')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { ...toCard(row), id: row.customer_id, payment_method_id: row.id, merchant_id },
    ]),
  );
}
