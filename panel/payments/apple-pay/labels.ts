// How Apple Pay registrations and their certificates read.
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import {
  type ApplePayRecord,
  type CertificateKind,
  type CertificateRecord,
  expiry_warning_days,
} from '../../../contract/payments/wallets/apple-pay.ts';
import { businessNow } from '../../business-time.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';

export const kind_labels: Readonly<Record<CertificateKind, string>> = {
  identity: 'Merchant identity certificate',
  processing: 'Payment processing certificate',
};

const day_ms = 86_400_000;
const [first_warning_days] = expiry_warning_days;

/** Whole days until then, 0 on the last one; negative once it is over. */
export function daysUntil(moment: string, now_ms: number): number {
  return Math.floor((Date.parse(moment) - now_ms) / day_ms);
}

const ready: BadgeContent = { word: 'Ready', tone: 'ok', icon: IconCircleCheck };
const waiting: BadgeContent = {
  word: 'Waiting for certificates',
  tone: 'mute',
  icon: IconCircleDashed,
};

export function expiryBadge(days: number): BadgeContent {
  if (days < 0) return { word: 'Expired', tone: 'bad', icon: IconAlertTriangle };
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return { word: `Expires ${when}`, tone: 'warn', icon: IconAlertTriangle };
}

/** The certificate of a kind that is in use. */
export function currentOf(
  { certificates }: ApplePayRecord,
  kind: CertificateKind,
): CertificateRecord | undefined {
  return certificates.find((one) => one.kind === kind && one.status === 'current');
}

/** What stands out about a certificate, or null. */
export function certificateBadge(
  { expires_at }: CertificateRecord,
  now_ms = businessNow().getTime(),
): BadgeContent | null {
  if (expires_at === null) return null;
  const days = daysUntil(expires_at, now_ms);
  return days <= first_warning_days ? expiryBadge(days) : null;
}

/** Whether payers can pay, or what stands in the way. */
export function registrationBadge(
  one: ApplePayRecord,
  now_ms = businessNow().getTime(),
): BadgeContent {
  const ends = (['identity', 'processing'] as const).flatMap((kind) => {
    const { expires_at = null } = currentOf(one, kind) ?? {};
    return expires_at === null ? [] : [daysUntil(expires_at, now_ms)];
  });
  if (ends.length < 2) return waiting;
  const days = Math.min(...ends);
  return days <= first_warning_days ? expiryBadge(days) : ready;
}
