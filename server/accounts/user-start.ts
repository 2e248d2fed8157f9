// What a new user of an account starts with where its maker says nothing: the group `user`.
import type { Context, UserStart } from '../context.ts';
import { asSystem } from '../context.ts';
import { connect } from '../db/database.ts';
import { effectiveDefaults } from './settings/documents.ts';
import { accountLevels } from './settings/setting-levels.ts';

/** The account's values in force, with its own time zone where none is set; an office has none. */
export async function userStart(context: Context, account_id: string): Promise<UserStart> {
  const levels = await accountLevels(context, account_id);
  if (levels.length === 0) return {};
  const { user } = effectiveDefaults(levels.map(({ default_values }) => default_values));
  const { dateformat, processor_id, supress_email_notification } = user;
  const timezone = user.timezone || (await timezoneOf(context, account_id));
  return { dateformat, supress_email_notification, timezone, defaults: { processor_id } };
}

async function timezoneOf(context: Context, account_id: string): Promise<string> {
  const found = await connect(asSystem(context))
    .selectFrom('account')
    .select('timezone')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow();
  return found.timezone;
}
