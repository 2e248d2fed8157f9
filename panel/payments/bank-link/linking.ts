// A bank link from the window to the chosen account: its steps, and the words for what is shown.
import { formatMoney } from '../../../contract/money.ts';
import { emptyModel } from '../../../contract/payments/pricing/payment-models.ts';
import type { LinkedAccount } from '../../../contract/vault/bank-link.ts';
import { ApiError } from '../../api.ts';

/** `relink` is the handle of a bank that asks to sign in again; '' for a new one. */
export type Linking =
  | { step: 'opening'; relink: string }
  /** The sandbox's own window is open, in the place of the provider's. */
  | { step: 'simulated'; relink: string }
  | { step: 'closed'; relink: string }
  | { step: 'reading' }
  | { step: 'choosing'; accounts: readonly LinkedAccount[]; expires_at: string }
  | { step: 'expired' }
  | { step: 'failed'; error: ApiError };

/** The data of the tab once an account is chosen (spec 2 §3). */
export function chosenModel({ account_id, ref_id }: LinkedAccount) {
  return { ...emptyModel('plaid'), account_id, ref_id };
}

export function accountName({ official_name, name }: LinkedAccount): string {
  return official_name || name || 'Bank account';
}

const subtype_labels = { checking: 'Checking', savings: 'Savings' } as const;

/** `Checking •••• 0000` */
export function accountNumber({ subtype, mask }: LinkedAccount): string {
  return `${subtype_labels[subtype]}${mask === '' ? '' : ` •••• ${mask}`}`;
}

export function balanceText(minor_units: number | null, currency: string): string {
  return minor_units === null ? 'Not available' : formatMoney(minor_units, currency);
}

/** The handle in a refusal of a bank that asks to sign in again; '' in any other. */
export function relinkIn(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const { relink = '' } = (error.data ?? {}) as { relink?: unknown };
  return typeof relink === 'string' ? relink : '';
}

/** Milliseconds until a moment of business time; none where it has passed. */
export function remainingMs(at: string, now: Date): number {
  return Math.max(0, Date.parse(at) - now.getTime());
}
