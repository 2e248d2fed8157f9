// Processor records of a merchant: what is stored, answered and changed (gateway-api 8, Q1).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { processor_limits as limits } from '../accounts/limits.ts';
import { crud } from '../crud.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { absentable, amount, blankable, currency, timezone } from '../fields.ts';
import { payment_rails } from './payment-rails.ts';

export const processor_statuses = ['active', 'disabled', 'released'] as const;
export type ProcessorStatus = (typeof processor_statuses)[number];

/** A tagged processor is used for that one purpose alone (gateway-api 8). */
export const processor_tags = [
  '',
  'surchargefallback',
  'itfallback',
  'debitfallback',
  'splittransaction',
  'splitpaymentadjustment',
] as const;

const adjustments = ['flat', 'percentage', ''] as const;
const sec_codes = ['WEB', 'CCD', 'PPD', 'TEL'] as const;

/** `HH:MM:00` in steps of half an hour, local to the processor's time zone. */
export const settle_at = z
  .string()
  .regex(/^([01]\d|2[0-3]):(00|30)(:00)?$/)
  .transform((text) => `${text.slice(0, 5)}:00`);

const features = z.object({
  hide_in_vt: z.boolean().optional(),
  disable_auto_settle: z.boolean().optional(),
  available_sec_codes: z
    .array(z.preprocess((value) => String(value).toUpperCase(), z.enum(sec_codes)))
    .max(4)
    .optional(),
});

export const processor_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  type: z.string(),
  type_label: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(processor_statuses),
  tag: z.string(),
  default_card: z.boolean(),
  default_ach: z.boolean(),
  default_apm: z.boolean(),
  default_cash: z.boolean(),
  timezone: z.string(),
  settle_at: z.string(),
  max_daily: z.int(),
  max_monthly: z.int(),
  payment_adj_type: z.string(),
  payment_adj_val: z.int(),
  payment_adj_value: z.int(),
  /** Under the type's own name; a secret that is set shows `********`. */
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Which secrets are set. */
  secrets: z.record(z.string(), z.object({ set: z.boolean() })),
  features,
  limits,
  supported_payment_methods: z.array(z.string()),
  supported_currencies: z.array(z.string()),
  /** Whether it takes payments here, and why not in words. */
  takes_payments: z.boolean(),
  refusal: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ProcessorRecord = z.infer<typeof processor_record>;

const toggle = blankable(z.boolean());
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

const common = {
  description: optional(z.string().max(255)),
  tag: optional(z.enum(processor_tags)),
  default_card: toggle,
  default_ach: toggle,
  default_apm: toggle,
  default_cash: toggle,
  timezone: blankable(timezone),
  settle_at: blankable(settle_at),
  max_daily: optional(amount),
  max_monthly: optional(amount),
  payment_adj_type: optional(z.enum(adjustments)),
  payment_adj_val: optional(amount),
  payment_adj_value: optional(amount),
  /** `{<type>: {…}}`; a secret sent as `********` is unchanged. */
  settings: optional(z.record(z.string(), z.unknown())),
  features: optional(features),
  limits: optional(limits),
  /** What the type takes anyway; 400 names any other. */
  supported_payment_methods: optional(z.array(z.enum(payment_rails)).max(4)),
  supported_currencies: optional(z.array(currency).min(1).max(15)),
};

/** The type may be left out where `settings` has one member, named after it. */
export const processor_create = z.object({
  type: blankable(z.string().max(32)),
  name: z.string().trim().min(1).max(100),
  status: absentable(z.enum(['active', 'disabled'])),
  ...common,
});
export type ProcessorCreate = z.output<typeof processor_create>;

export const processor_update = z.object({
  name: blankable(z.string().trim().min(1).max(100)),
  ...common,
});
export type ProcessorUpdate = z.output<typeof processor_update>;

const credential_record = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(z.string()).optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  help: z.string().optional(),
  item: z.array(z.record(z.string(), z.unknown())).optional(),
});

export const processor_type_record = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string(),
  availability: z.enum(['live', 'internal', 'configure_only']),
  takes_payments: z.boolean(),
  rails: z.array(z.string()),
  currencies: z.array(z.string()),
  operations: z.array(z.string()),
  settlement: z.string(),
  default_settle_at: z.string(),
  credentials: z.array(credential_record),
});

/** A type as a partner chooses what to offer. */
const available_record = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string(),
  takes_payments: z.boolean(),
  rails: z.array(z.string()),
  /** Whether the partner offers it. */
  available: z.boolean(),
});
export type AvailableRecord = z.infer<typeof available_record>;
export type ProcessorTypeRecord = z.infer<typeof processor_type_record>;

/** Processors of a merchant are few: a list is whole unless it is requested in parts. */
export const max_processors = 200;
const page = z.object({
  limit: blankable(z.coerce.number().int().min(0).max(max_processors)),
  offset: blankable(z.coerce.number().int().min(0)),
});

/** Words that paths use for a state, with and without the ending (Q4). */
export const status_actions: Readonly<Record<string, ProcessorStatus>> = {
  enable: 'active',
  enabled: 'active',
  active: 'active',
  disable: 'disabled',
  disabled: 'disabled',
  release: 'released',
  released: 'released',
};

const read = signedIn(undefined, { scope: 'view_accounts' });
const one = '/merchant/{mid}/processor/{id}' as const;

const plain = crud({
  one: '/merchant/{mid}/processor',
  many: '/merchant/{mid}/processors',
  noun: 'processor',
  record: processor_record,
  input: processor_create,
  update: processor_update,
  page,
  read,
  write: may.manage_processors,
  has_status: true,
  summaries: {
    search: 'Processors of a merchant, oldest first.',
    create: 'Sets up a processor for a merchant.',
    get: 'One processor.',
    update: 'Changes a processor; fields left out keep their value.',
    remove: 'Releases a processor: it can still be viewed and no longer takes payments.',
    setStatus: 'Enables, disables or releases a processor.',
  },
});

export const processors = {
  ...plain,
  remove: endpoint({ ...plain.remove, audit: 'processor.release' }),
  getStatus: endpoint({ ...plain.setStatus, method: 'GET' }),
  types: endpoint({
    method: 'GET',
    path: '/processors/types',
    access: read,
    reply: list(processor_type_record),
    rate_class: 'read',
    summary: 'Every processor type the caller can set up, with its settings.',
  }),
  available: endpoint({
    method: 'GET',
    path: '/partner/available-processors',
    access: signedIn(['partner'], { scope: 'view_accounts' }),
    reply: list(available_record),
    rate_class: 'read',
    summary: 'Processor types available to the partner, and which of them it offers.',
  }),
  /** With an empty body it answers the same list and changes nothing. */
  chooseAvailable: endpoint({
    method: 'POST',
    path: '/partner/available-processors',
    access: signedIn(['partner'], { scope: 'manage_processors' }),
    /** Keys of the types to offer; left out: nothing changes. */
    input: z.object({ processors: z.array(z.string().max(32)).max(100).nullish() }),
    reply: list(available_record),
    rate_class: 'write',
    audit: 'partner.available_processors',
    summary: 'Sets the processor types to offer; requires the admin role.',
  }),
  test: endpoint({
    method: 'POST',
    path: `${one}/test`,
    access: may.manage_processors,
    reply: record(z.object({ ok: z.boolean(), text: z.string() })),
    rate_class: 'write',
    audit: 'processor.test',
    summary: 'Tests the credentials with the processor.',
  }),
};
