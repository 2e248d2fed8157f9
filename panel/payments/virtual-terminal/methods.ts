// Ways to pay at the virtual terminal: which tabs it has, and which processors stand behind them.
import type { RequiredFields } from '../../../contract/accounts/documents/field-requirements.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import type { TerminalRecord } from '../../../contract/payments/terminals.ts';
import { isHidden, shownTabs } from '../picker/tabs.ts';
import { type PaidBy, paysWithCustomers, type TerminalForm, type TerminalMethod } from './form.ts';

/** Processors as the terminal needs them. */
export interface TerminalProcessor {
  id: string;
  name: string;
  status: string;
  default_card: boolean;
  default_ach: boolean;
  default_cash: boolean;
  supported_payment_methods: readonly string[];
  hide_in_vt: boolean;
  tag: string;
  currencies: readonly string[];
  /** SEC codes it takes, in small letters; none are all of them. */
  sec_codes: readonly string[];
  rate: { type: 'flat' | 'percentage'; value: number } | null;
  timezone: string;
  /** `HH:MM:SS` in its zone. */
  settle_at: string;
  /** Its batches close by themselves. */
  auto_settles: boolean;
  /** Set where it is a terminal on the counter. */
  terminal?: TerminalRecord;
}

/** Processors that may take a payment by hand; tagged ones serve only their own purpose. */
export function processorsFor(all: readonly TerminalProcessor[], method: PaidBy) {
  const usable = all.filter((one) => {
    const open = one.status === 'active' && !one.hide_in_vt && one.tag === '';
    return open && one.supported_payment_methods.includes(method);
  });
  if (method === 'terminal') return usable;
  return usable.sort((a, b) => Number(b[`default_${method}`]) - Number(a[`default_${method}`]));
}

/** Whether this merchant shows terminals as a way to pay (spec 2 §2). */
export function takesTerminals(settings: RequiredFields): boolean {
  return !isHidden('terminal', settings);
}

/** Whether the payer presents the card at a terminal on the counter. */
export function isAtTerminal({ method, customer }: Pick<TerminalForm, 'method' | 'customer'>) {
  return method === 'terminal' || (method === 'customer' && customer.terminal_id !== '');
}

/** What takes the payment of a tab, before a saved customer is chosen. */
export function paidByOf(method: TerminalMethod): PaidBy {
  const is_card = method === 'cardReader' || method === 'apple_pay_token';
  return is_card || method === 'customer' ? 'card' : method;
}

/** What a merchant and this browser have beside processors. */
export interface TabFacts {
  pays_with_customers: boolean;
  has_readers?: boolean;
  has_apple_pay?: boolean;
}

/** Ways to pay by hand: a check by mail and no payment are for the payers' pages. */
const terminal_methods: readonly TerminalMethod[] = [
  'card',
  'ach',
  'customer',
  'terminal',
  'cardReader',
  'cash',
  'apple_pay_token',
];

/** Tabs that have a processor behind them and are not hidden by the merchant (spec 2 §2). */
export function methodsOf(
  all: readonly TerminalProcessor[],
  settings: RequiredFields,
  { pays_with_customers, has_readers = false, has_apple_pay = false }: TabFacts,
): TerminalMethod[] {
  const takes = (method: PaidBy) => processorsFor(all, method).length > 0;
  const allowed = terminal_methods.filter((method) => {
    if (method === 'cardReader') return has_readers && takes('card');
    if (method === 'apple_pay_token') return has_apple_pay && takes('card');
    if (method !== 'customer') return takes(method);
    return pays_with_customers && (takes('card') || takes('ach'));
  });
  return shownTabs(allowed, settings);
}

/** What is beside the processors of this merchant; readers are this browser's. */
export function tabFacts(merchant: MerchantRecord, has_readers = false): TabFacts {
  const has_apple_pay = merchant.default_values.merchant.apple_pay_id !== '';
  return { pays_with_customers: paysWithCustomers(merchant), has_readers, has_apple_pay };
}
