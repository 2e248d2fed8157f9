// A terminal on the counter as the virtual terminal chooses it: like a processor of its own.
import type { TerminalRecord } from '../../../../contract/payments/terminals.ts';
import { terminalName } from '../../terminals/labels.ts';
import type { TerminalProcessor } from '../methods.ts';

/** `timezone` is the merchant's: terminals settle by it. */
export function counterTerminal(terminal: TerminalRecord, timezone: string): TerminalProcessor {
  const { id, status, payment_adjustment_type: type, payment_adjustment_value: value } = terminal;
  return {
    id,
    name: terminalName(terminal),
    status,
    default_card: false,
    default_ach: false,
    default_cash: false,
    supported_payment_methods: ['terminal'],
    hide_in_vt: false,
    tag: '',
    currencies: ['usd'],
    sec_codes: [],
    rate: type !== '' && value > 0 ? { type, value } : null,
    timezone,
    settle_at: terminal.settle_at,
    auto_settles: terminal.auto_settle || terminal.flags.host_capture,
    terminal,
  };
}
