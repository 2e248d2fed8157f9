// Payment terminals of a merchant: what is stored, answered and changed (gateway-api 8, spec 2 §3).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { crud } from '../crud.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { amount, blankable, omittable } from '../fields.ts';
import { ebt_kinds, manufacturers, receipt_prints } from './terminal-kinds.ts';

export const terminal_statuses = ['active', 'disabled'] as const;
export type TerminalStatus = (typeof terminal_statuses)[number];
const adjustments = ['flat', 'percentage', ''] as const;

/** Local time of the merchant, with or without its seconds. */
const settle_at = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
  .transform((text) => (text.length === 5 ? `${text}:00` : text));

const flag_names = ['allow_add_tip_to_transaction', 'host_capture', 'ebt_support'] as const;

export const terminal_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  serial_number: z.string(),
  tpn: z.string(),
  description: z.string(),
  status: z.enum(terminal_statuses),
  /** A secret that is set shows `********`. */
  auth_key: z.string(),
  auth_data: z.string(),
  register_id: z.string(),
  debit: z.boolean(),
  ebt: z.enum(ebt_kinds),
  print_receipt: z.enum(receipt_prints),
  signature_required: z.boolean(),
  auto_settle: z.boolean(),
  /** `HH:MM:SS`, local to the merchant. */
  settle_at: z.string(),
  flags: z.object(
    Object.fromEntries(flag_names.map((name) => [name, z.boolean()])) as Record<
      (typeof flag_names)[number],
      z.ZodBoolean
    >,
  ),
  payment_adjustment_type: z.enum(adjustments),
  payment_adjustment_value: z.int(),
  /** The payment it is waiting for, where one is under way. */
  transaction_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type TerminalRecord = z.infer<typeof terminal_record>;

const tpn = described(
  z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z]{10,12}$/),
  {
    label: 'TPN',
    hint: '10 to 12 characters, as the terminal shows it',
  },
);
const secret_text = z.string().trim().max(255);
/** A text that an empty one takes away. */
const words = (length: number) => omittable(z.string().trim().max(length));

const members = {
  manufacturer: blankable(z.enum(manufacturers)),
  model: words(64),
  serial_number: words(64),
  description: described(words(100), { hint: 'name shown to clerks' }),
  status: omittable(z.enum(terminal_statuses)),
  /** Sent as `********` it is unchanged. */
  auth_key: described(blankable(secret_text), { label: 'Auth Key', autocomplete: 'off' }),
  auth_data: described(blankable(secret_text), { label: 'Auth Data', autocomplete: 'off' }),
  register_id: described(words(64), { label: 'Register ID' }),
  debit: omittable(z.boolean()),
  ebt: described(blankable(z.enum(ebt_kinds)), { label: 'EBT' }),
  print_receipt: blankable(z.enum(receipt_prints)),
  signature_required: omittable(z.boolean()),
  auto_settle: omittable(z.boolean()),
  settle_at: described(blankable(settle_at), {
    label: 'Settles At',
    hint: 'HH:MM, local time of the merchant',
  }),
  flags: omittable(
    z.object({
      allow_add_tip_to_transaction: omittable(z.boolean()),
      host_capture: omittable(z.boolean()),
      ebt_support: described(omittable(z.boolean()), { label: 'EBT Support' }),
    }),
  ),
  payment_adjustment_type: omittable(z.enum(adjustments)),
  payment_adjustment_value: omittable(amount),
};

export const terminal_create = z.object({ tpn, ...members });
export type TerminalCreate = z.output<typeof terminal_create>;
export const terminal_update = z.object({ tpn: blankable(tpn), ...members });
export type TerminalUpdate = z.output<typeof terminal_update>;

/** What a merchant's own users may change; the rest is set up by the partner. */
export const merchant_members = [
  'description',
  'debit',
  'ebt',
  'print_receipt',
  'signature_required',
  'auto_settle',
  'settle_at',
] as const satisfies readonly (keyof TerminalUpdate)[];

/** Terminals of a merchant are few: a list is whole unless it is requested in parts. */
export const max_terminals = 200;
const page = z.object({
  limit: blankable(z.coerce.number().int().min(0).max(max_terminals)),
  offset: blankable(z.coerce.number().int().min(0)),
});

/** Words that paths use for a status, with and without the ending. */
export const terminal_status_actions: Readonly<Record<string, TerminalStatus>> = {
  enable: 'active',
  enabled: 'active',
  active: 'active',
  disable: 'disabled',
  disabled: 'disabled',
};

const plain = crud({
  one: '/merchant/{mid}/terminal',
  many: '/merchant/{mid}/terminals',
  noun: 'terminal',
  record: terminal_record,
  input: terminal_create,
  update: terminal_update,
  page,
  read: may.see_terminals,
  write: may.set_up_terminals,
  has_status: true,
  summaries: {
    search: 'Terminals of a merchant, disabled ones included, oldest first.',
    create: 'Sets up a terminal for a merchant.',
    get: 'One terminal.',
    update: 'Changes a terminal; fields left out keep their value.',
    remove: 'Removes a terminal; its payments keep its description.',
    setStatus: 'Enables or disables a terminal.',
  },
});

const settled_batch = z.object({
  id: z.string(),
  /** The host's number. */
  batch_number: z.int(),
  currency: z.string(),
  num_transactions: z.int(),
  amount_captured: z.int(),
  amount_credit: z.int(),
});

export const terminals = {
  ...plain,
  update: endpoint({ ...plain.update, access: may.manage_terminals }),
  own: endpoint({
    method: 'GET',
    path: '/terminals',
    access: may.see_own_terminals,
    input: page,
    reply: list(terminal_record),
    rate_class: 'search',
    summary: "The calling merchant's terminals, disabled ones included, oldest first.",
  }),
  settle: endpoint({
    method: 'POST',
    path: '/terminal/{id}/settle',
    access: may.settle_terminals,
    reply: record(
      z.object({
        /** `later`: the batch is not recorded yet, or a person has to say what became of it. */
        result: z.enum(['settled', 'nothing_to_settle', 'later']),
        batches: z.array(settled_batch),
      }),
    ),
    rate_class: 'write',
    audit: 'terminal.settle',
    summary: 'Settles the payments of a terminal since its last batch.',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/terminal/{id}/cancel',
    access: may.cancel_at_terminal,
    reply: record(z.object({ transaction_id: z.string() })),
    rate_class: 'write',
    audit: 'terminal.cancel',
    summary: 'Asks a terminal to cancel the payment it is waiting for.',
  }),
};
