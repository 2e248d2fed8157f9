// Certificates of Apple Pay that expire soon: mails to the merchant, and what waits on its
// dashboard (rails 11.1).
import { type Selectable, sql } from 'kysely';
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { expiry_warning_days } from '../../../contract/payments/wallets/apple-pay.ts';
import type { Context } from '../../context.ts';
import type { ActionItemQuery, ActionItemRow } from '../../db/action-items.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { doEach } from '../../db/each.ts';
import type { ApplePayCertificate, ApplePayRegistration } from '../../db/tables.generated.ts';
import { noticeAddresses } from '../../identity/users/notice-addresses.ts';
import { nightlyJob } from '../../jobs/housekeeping.ts';

const day_ms = 86_400_000;
const [first_warning_days] = expiry_warning_days;
const waiting_days = 30;

type Expiring = Pick<
  Selectable<ApplePayCertificate>,
  'merchant_id' | 'id' | 'registration_id' | 'kind' | 'warned_days'
> &
  Pick<Selectable<ApplePayRegistration>, 'display_name' | 'domain_name'> & { expires_at: Date };

/** The last warning that is due by now: of 60, 30 and 7 days the smallest that is not over. */
function dueWarning(expires_at: Date, now: Date): number | undefined {
  const days_left = (expires_at.getTime() - now.getTime()) / day_ms;
  return [...expiry_warning_days].reverse().find((days) => days_left <= days);
}

const names: Readonly<Record<string, string>> = {
  identity: 'merchant identity certificate',
  processing: 'payment processing certificate',
};

async function warn(context: Context, row: Expiring, days: number): Promise<void> {
  const { merchant_id, id, display_name, domain_name, kind, expires_at } = row;
  const recipients = await noticeAddresses(context, merchant_id);
  await inTransaction(context, merchant_id, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('apple_pay_certificate')
      .set({ warned_days: days })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where('status', '=', 'current')
      .where((where) =>
        where.or([where('warned_days', 'is', null), where('warned_days', '>', days)]),
      )
      .executeTakeFirstOrThrow();
    // Another process has warned a moment ago.
    if (numUpdatedRows === 0n) return;
    const day = expires_at.toISOString().slice(0, 10);
    for (const recipient of recipients) {
      await context.mailer.queue(tx, context, {
        account_id: merchant_id,
        kind: 'certificate_expires',
        recipient,
        subject: `Apple Pay certificate expires on ${day}`,
        lines: [
          `The ${names[kind]} of ${display_name} (${domain_name}) expires on ${day}.`,
          'Payers cannot use Apple Pay there after that day.',
          'Renew it under Settings, Apple Pay, Certificates.',
        ],
      });
    }
  });
}

/** Warns of every certificate in use whose next warning is due. */
export async function warnOfExpiry(context: Context): Promise<void> {
  const now = context.clock.now();
  const soon = new Date(now.getTime() + first_warning_days * day_ms);
  const rows = await connect(context)
    .selectFrom('apple_pay_certificate as certificate')
    .innerJoin('apple_pay_registration as registration', (join) =>
      join
        .onRef('registration.merchant_id', '=', 'certificate.merchant_id')
        .onRef('registration.id', '=', 'certificate.registration_id'),
    )
    .select(['certificate.merchant_id', 'certificate.id', 'certificate.registration_id'])
    .select(['certificate.kind', 'certificate.warned_days', 'certificate.expires_at'])
    .select(['registration.display_name', 'registration.domain_name'])
    .where('certificate.status', '=', 'current')
    .where('certificate.expires_at', '>', now)
    .where('certificate.expires_at', '<=', soon)
    .execute();
  await doEach(context, {
    parts: rows as Expiring[],
    alert: 'expiry_not_announced',
    sentence: 'nobody was warned of a certificate that expires',
    about: ({ merchant_id, id }) => ({ merchant_id, certificate_id: id }),
    async work(row) {
      const days = dueWarning(row.expires_at, now);
      if (days === undefined || (row.warned_days !== null && row.warned_days <= days)) return;
      await warn(context, row, days);
    },
  });
}

export const certificateExpiryJob = nightlyJob({
  name: 'apple_pay_certificates',
  every_ms: 0,
  next: (after) => new Date(after.getTime() + day_ms),
  work: warnOfExpiry,
});

/** Certificates in use that end soon or have ended. */
export const certificateActionItems: ActionItemQuery = (context) => {
  if (!allowed(may.see_apple_pay, context.actor).ok) return null;
  const soon = new Date(context.clock.now().getTime() + waiting_days * day_ms);
  return sql<ActionItemRow>`select 'expiring_certificate' as kind, count(*) as count,
      0::bigint as amount, '' as currency, min(certificate.expires_at) as oldest_at,
      case when count(*) = 1 then max(registration.display_name) else '' end as name
    from apple_pay_certificate certificate
    join apple_pay_registration registration
      on registration.merchant_id = certificate.merchant_id
      and registration.id = certificate.registration_id
    where certificate.merchant_id = ${context.actor.account_id}
      and certificate.status = 'current' and certificate.expires_at <= ${soon}
    having count(*) > 0`;
};
