// What a new user of an account starts with where its maker says nothing: the group `user`.
import type { Context, UserStart } from '../context.ts';
import { effectiveDefaults } from './settings/documents.ts';
import { accountLevels } from './settings/setting-levels.ts';

/** The account's values in force; an office has none. A time zone that is not set is not chosen. */
export async function userStart(context: Context, account_id: string): Promise<UserStart> {
  const levels = await accountLevels(context, account_id);
  if (levels.length === 0) return {};
  const { user } = effectiveDefaults(levels.map(({ default_values }) => default_values));
  const { dateformat, processor_id, supress_email_notification, timezone } = user;
  return { dateformat, supress_email_notification, timezone, defaults: { processor_id } };
}
