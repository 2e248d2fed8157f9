// A payment at a terminal on the counter, where the payer presents the card (gateway-api 3.3,
// spec 2 §3).
import { z } from 'zod';
import { blankable, id, limited, omittable } from '../../fields.ts';
import { ebt_kinds, receipt_prints } from '../terminal-kinds.ts';

/** What is left out is as the terminal is set up. */
export const terminal_method_input = z.object({
  id,
  print_receipt: blankable(z.enum(receipt_prints)),
  signature_required: omittable(z.boolean()),
  clerk_id: limited(20),
  debit: omittable(z.boolean()),
  ebt: blankable(z.enum(ebt_kinds)),
});
export type TerminalInput = z.output<typeof terminal_method_input>;
