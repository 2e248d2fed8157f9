// A payment terminal on the counter (SPIn, rails 9.1). A terminal record is a processor of this
// type, which no list of processor types offers (decision 27).
import { ebt_kinds, manufacturers, receipt_prints } from '../terminal-kinds.ts';
import type { ProcessorType } from './record.ts';
import { boolean, needed, no_capabilities, secret, select, text } from './record.ts';

/** How long the terminal's own proxy waits for the payer. */
export const proxy_seconds = 60;
/** rails 5.5: a terminal answers within 65 s beside the time that its proxy waits. */
const answer_seconds = 65 + proxy_seconds;

export const dejavoo_spin: ProcessorType = {
  key: 'dejavoo_spin',
  label: 'Terminal',
  description: 'A payment terminal on the counter.',
  availability: 'live',
  // The names of its status codes are the simulator's until they are seen at the real service.
  environments: ['dev', 'sandbox'],
  sandbox_transport: 'lab',
  lab_prefix: '/spin',
  rails: ['terminal'],
  currencies: ['usd'],
  credentials: [
    select('manufacturer', manufacturers, { required: true, default: 'dejavoo' }),
    text('model', { default: '' }),
    text('serial_number', { default: '' }),
    needed('tpn', { min: 10, max: 12 }),
    text('register_id', { default: '' }),
    secret('auth_key', { required: false, min: 0 }),
    secret('auth_data', { required: false, min: 0 }),
    boolean('debit'),
    select('ebt', ebt_kinds, { default: 'none' }),
    select('print_receipt', receipt_prints, { default: 'both' }),
    boolean('signature_required', { default: true }),
    boolean('auto_settle'),
    boolean('allow_add_tip_to_transaction'),
    boolean('host_capture'),
    boolean('ebt_support'),
  ],
  capabilities: {
    ...no_capabilities,
    ops: [
      'sale',
      'authorize',
      'capture',
      'void',
      'reverse',
      'refund',
      'credit',
      'adjust_tip',
      'inquire',
      'close_batch',
      'test_credentials',
    ],
    refund_partial: true,
    void_after_capture: true,
    reverse_by_reference: true,
    inquire_by_reference: true,
    blind_credit: true,
    tip_adjust: true,
    emv: true,
    debit_pin: true,
    ebt: true,
    follow_ups_repeatable: true,
  },
  timeouts: {
    connect_seconds: 5,
    first_byte_seconds: answer_seconds,
    total_seconds: answer_seconds + 5,
    inline_recovery_seconds: 15,
    visibility_lag_seconds: 60,
  },
  settlement: { model: 'gateway_batch', default_settle_at: '22:00:00' },
  reference_rules: { max_length: 50, alphabet: '0-9a-v' },
};
