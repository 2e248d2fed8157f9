// Switches of a merchant account that change how payments are priced or billed (gateway-api 17).

import type { DocumentOf } from './entries.ts';
import { documentChange, fullDocument, toggle } from './entries.ts';

export const flag_entries = {
  per_processor_billing: toggle('The gateway bills each processor separately.'),
  cash_discount_enabled: toggle(
    'Turns on the cash discount. Requires the cash discount permission.',
  ),
  surcharge_enabled: toggle('Turns on the surcharge. Requires the surcharge permission.'),
  split_payment_adjustment: toggle('Service fees use the processor tagged for them.'),
  surcharge_fallback: toggle('Cards without surcharge use the processor tagged for them.'),
  generic_cash_discount: toggle('Turns on the cash discount without a permission.'),
  skip_billing: toggle('The gateway does not bill this merchant.'),
  it_fallback: toggle('International cards use the processor tagged for them.'),
  token_locking: toggle('Only the merchant that saved a card can use it.'),
} as const;

/** About what the gateway bills: a partner sets them only where the office has let it. */
const office_flags: ReadonlySet<string> = new Set(['per_processor_billing', 'skip_billing']);

/** What a partner may switch while nobody has said which. */
export function partnerFlags(): Record<Flag, boolean> {
  const all = flag_names.map((name) => [name, !office_flags.has(name)] as const);
  return Object.fromEntries(all) as Record<Flag, boolean>;
}

export type Flag = keyof typeof flag_entries;
export type Flags = DocumentOf<typeof flag_entries>;

export const flag_names = Object.keys(flag_entries) as Flag[];

/** Every flag with its value; what is absent is false, what is unknown is dropped. */
export const flags = fullDocument(flag_entries);
/** Flags named in an update; the others keep their value. */
export const flags_change = documentChange(flag_entries);
