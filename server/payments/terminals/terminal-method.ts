// The terminal that a payment names, and how the payer is to pay there (gateway-api 3.3).
import { invalid } from '../../../contract/errors.ts';
import type { TerminalInput } from '../../../contract/payments/transactions/terminal-method.ts';
import type { MerchantConfig, ProcessorConfig } from '../merchant-config.ts';
import type { TerminalMethod } from '../processors/types.ts';

export interface ResolvedTerminal {
  readonly kind: 'terminal';
  /** The card is not known before it is presented. */
  readonly digest: '';
  readonly processor: ProcessorConfig;
  readonly presented: TerminalMethod;
}

/** A terminal's own settings, with their defaults filled in when it was set up. */
export interface TerminalSettings {
  debit?: boolean;
  ebt?: 'none' | 'food' | 'cash';
  ebt_support?: boolean;
  print_receipt?: TerminalMethod['print_receipt'];
  signature_required?: boolean;
  allow_add_tip_to_transaction?: boolean;
  host_capture?: boolean;
}

export const settingsOf = ({ account }: ProcessorConfig): TerminalSettings => account.settings;

export const isTerminal = ({ type }: ProcessorConfig): boolean => type.rails.includes('terminal');

/** A terminal of the merchant; undefined for any other processor and for a removed one. */
export function terminalOf(config: MerchantConfig, id: string): ProcessorConfig | undefined {
  const found = config.processors.find(({ row }) => row.id === id);
  return found && isTerminal(found) && found.row.status !== 'released' ? found : undefined;
}

/** What the card is charged as. 400 names what the merchant or the terminal does not take. */
function paymentTypeOf(
  { documents: { permissions } }: MerchantConfig,
  settings: TerminalSettings,
  input: TerminalInput,
): TerminalMethod['payment_type'] {
  const ebt = input.ebt ?? (settings.ebt_support ? settings.ebt : 'none') ?? 'none';
  if (ebt !== 'none') {
    if (settings.ebt_support !== true) invalid('EBT: this terminal does not support it');
    if (input.debit === true) invalid('Debit: choose debit or EBT, not both');
    return ebt === 'food' ? 'ebt_food' : 'ebt_cash';
  }
  const may_debit = permissions.enable_terminal_debit_transactions === true;
  if (input.debit === true && !may_debit) invalid('Debit: it is not enabled for this merchant');
  return (input.debit ?? settings.debit) && may_debit ? 'debit' : 'credit';
}

/** 400 names the terminal that does not exist, or what it does not take. */
export function resolveTerminal(config: MerchantConfig, input: TerminalInput): ResolvedTerminal {
  const processor = terminalOf(config, input.id) ?? invalid('Terminal ID');
  const settings = settingsOf(processor);
  return {
    kind: 'terminal',
    digest: '',
    processor,
    presented: {
      kind: 'terminal',
      payment_type: paymentTypeOf(config, settings, input),
      print_receipt: input.print_receipt ?? settings.print_receipt ?? 'both',
      signature_required: input.signature_required ?? settings.signature_required ?? true,
      clerk_id: input.clerk_id ?? '',
    },
  };
}
