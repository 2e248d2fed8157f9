// To whom the product writes about an account: its administrators who accept mail.
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';

/** E-mail addresses of the active users with the admin role, each once. */
export async function noticeAddresses(context: Context, account_id: string): Promise<string[]> {
  const rows = await connect(context)
    .selectFrom('user_account')
    .select('email')
    .distinct()
    .where('account_id', '=', account_id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('supress_email_notification', '=', false)
    .execute();
  return rows.map((row) => row.email);
}
