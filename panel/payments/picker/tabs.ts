// Which tabs the picker of payment methods has, in which order, and what hides them (spec 2 §2).
import type {
  RequiredFields,
  RequiredKey,
} from '../../../contract/accounts/documents/field-requirements.ts';
import type { PaymentTab } from '../../../contract/payments/pricing/payment-models.ts';

/** A linked bank is part of the ACH tab. */
export type PickerTab = Exclude<PaymentTab, 'plaid'> | 'none';

/** In the order of the picker; `null` where no setting of the merchant hides the tab. */
const hidden_by = {
  card: 'payment_method_card',
  ach: 'payment_method_ach',
  customer: 'payment_method_customer_token',
  terminal: 'payment_method_terminal',
  // What a reader sends is a card.
  cardReader: 'payment_method_card',
  cash: 'payment_method_cash',
  mail: 'payment_method_mail',
  apple_pay_token: 'payment_method_card',
  none: null,
} as const satisfies Record<PickerTab, RequiredKey | null>;

/** Whether this merchant's settings hide a way to pay. */
export function isHidden(tab: PickerTab, settings: Partial<RequiredFields>): boolean {
  const key = hidden_by[tab];
  return key !== null && settings[key] === 'hidden';
}

/** The allowed tabs that are not hidden; the first of them is the one to open. */
export function shownTabs<Tab extends PickerTab>(
  allowed: readonly Tab[],
  settings: Partial<RequiredFields>,
): Tab[] {
  const all = Object.keys(hidden_by) as Tab[];
  return all.filter((tab) => allowed.includes(tab) && !isHidden(tab, settings));
}
