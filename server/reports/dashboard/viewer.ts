// As whom the first screen is seen: the zone of its days, its currency, and whether sums are shown.
import { sql } from 'kysely';
import { signedIn } from '../../../contract/access/access.ts';
import { notFound } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { checkAccess } from '../../http/access.ts';
import { ownSwitches } from '../../payments/merchant-config.ts';

interface Viewer {
  time_zone: string;
  /** Of a merchant, the currency it takes payments in; '' for partners and admins. */
  currency: string;
}

/** The zone that the caller sees times in (decisions G49). */
export async function viewerOf(context: Context): Promise<Viewer> {
  const { account_id, user_id } = context.actor;
  const { rows } = await sql<Viewer>`select coalesce(u.timezone, a.timezone) as time_zone,
      coalesce(m.default_values -> 'merchant' ->> 'currency', case when m.merchant_id is null
        then '' else 'usd' end) as currency
    from account a left join merchant m on m.merchant_id = a.id
    left join user_account u on u.id = ${user_id}
    where a.id = ${account_id}`.execute(connect(context));
  return rows[0] ?? { time_zone: 'UTC', currency: '' };
}

/**
 * Of a merchant in the caller's scope the currency it takes payments in, '' of a partner; 404 for
 * every other account.
 */
export async function currencyOf(context: Context, id: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select case account.account_type
      when 'partner' then ''
      else coalesce(m.default_values -> 'merchant' ->> 'currency', 'usd') end as currency
    from account left join merchant m on m.merchant_id = account.id
    where account.id = ${id} and account.account_type in ('merchant', 'partner')
      and ${scope(context, 'account.id')}`.execute(connect(context));
  return rows[0]?.currency ?? notFound();
}

/** Figures of the dashboard are totals of searches, too: an account needs both switches. */
export async function maySeeFigures(context: Context): Promise<boolean> {
  const on = await ownSwitches(context);
  return !on || (on.allow_dashboard_stats && on.allow_transaction_reporting_totals);
}

/** The account's switch alone: what a user or a key needs is each call's own access. */
const switched_on = signedIn(undefined, {
  scope: 'every_key',
  account_permission: 'allow_dashboard_stats',
  says: 'Dashboard figures require',
});

/** 403 for a merchant's user or key while the switch of the account is off. */
export async function checkStatistics(context: Context): Promise<void> {
  const account_permissions = await ownSwitches(context);
  if (account_permissions) checkAccess({ ...context.actor, account_permissions }, switched_on);
}
