// A terminal as its form holds it, and what of it is sent (gateway-api 8).
import { merchant_members, type TerminalRecord } from '../../../contract/payments/terminals.ts';
import { feeProblem, feeText, feeValue } from '../payer-fee/payer-fee.ts';

/** Of a terminal's fee that is an amount. */
export const fee_currency = 'usd';

export interface TerminalDraft {
  tpn: string;
  model: string;
  serial_number: string;
  description: string;
  register_id: string;
  /** Empty: the one that is stored stays. */
  auth_key: string;
  auth_data: string;
  debit: boolean;
  ebt: string;
  print_receipt: string;
  signature_required: boolean;
  auto_settle: boolean;
  settle_at: string;
  flags: TerminalRecord['flags'];
  payment_adjustment_type: string;
  payment_adjustment_value: string;
}

const no_flags = { allow_add_tip_to_transaction: false, host_capture: false, ebt_support: false };

/** A new terminal with the defaults of the specification, or one as it is stored. */
export function draftOf(stored: TerminalRecord | null): TerminalDraft {
  return {
    tpn: stored?.tpn ?? '',
    model: stored?.model ?? '',
    serial_number: stored?.serial_number ?? '',
    description: stored?.description ?? '',
    register_id: stored?.register_id ?? '',
    auth_key: '',
    auth_data: '',
    debit: stored?.debit ?? false,
    ebt: stored?.ebt ?? 'none',
    print_receipt: stored?.print_receipt ?? 'both',
    signature_required: stored?.signature_required ?? true,
    auto_settle: stored?.auto_settle ?? false,
    settle_at: stored?.settle_at ?? '22:00:00',
    flags: stored?.flags ?? no_flags,
    payment_adjustment_type: stored?.payment_adjustment_type ?? '',
    payment_adjustment_value: feeText(
      stored?.payment_adjustment_type ?? '',
      stored?.payment_adjustment_value ?? 0,
      fee_currency,
    ),
  };
}

/** What the call cannot know: the fee in its own kind. */
export function terminalRules(draft: TerminalDraft): Record<string, string> {
  const { payment_adjustment_type: type, payment_adjustment_value: text } = draft;
  const problem = feeProblem(type, text, fee_currency);
  return problem === '' ? {} : { payment_adjustment_value: problem };
}

/** The terminal as the calls take it; of a merchant's own user only what such a user changes. */
export function inputOf(draft: TerminalDraft, sets_up: boolean) {
  const { payment_adjustment_type: type, payment_adjustment_value: text } = draft;
  const { ebt_support } = draft.flags;
  const all = {
    ...draft,
    // What the terminal does not support cannot be its usual way to pay.
    ebt: ebt_support ? draft.ebt : 'none',
    payment_adjustment_value: feeValue(type, text, fee_currency) ?? 0,
  };
  if (sets_up) return all;
  return Object.fromEntries(merchant_members.map((name) => [name, all[name]]));
}
