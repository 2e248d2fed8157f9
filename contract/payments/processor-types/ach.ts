// Processor types of bank payments: House ACH, which we originate, and four we keep settings of.

import type { Credential, ProcessorType } from './record.ts';
import {
  boolean,
  card_timeouts,
  configureOnly,
  map,
  money,
  needed,
  no_capabilities,
  secret,
  select,
  text,
  usual_references,
} from './record.ts';

const sec_codes = ['WEB', 'CCD', 'PPD', 'TEL'] as const;

/** One terminal for each kind of bank payment that is taken (gateway-api 8). */
const terminals: Credential = map(
  'terminals',
  [
    select('sec_code', sec_codes, { required: true }),
    text('type', { max: 32 }),
    boolean('dl_required'),
    boolean('id_required', { help: 'Last four of the social security number, or birth year.' }),
    boolean('check_verification'),
    boolean('is_gateway_terminal'),
    boolean('allow_credits'),
    money('check_limit', { default: 0, help: 'Largest single payment. 0 means no limit.' }),
  ],
  { help: 'A name for each terminal, with its settings.' },
);

export const house_ach: ProcessorType = {
  key: 'house_ach',
  label: 'House ACH',
  description:
    'Bank payments of the United States that this gateway settles itself, in the batch of ' +
    'their day; sandbox only until an originating bank is connected.',
  availability: 'live',
  environments: ['dev', 'sandbox'],
  sandbox_transport: 'lab',
  rails: ['ach'],
  currencies: ['usd'],
  credentials: [
    terminals,
    text('odfi_profile', { max: 64, help: 'Reference of the originating bank’s profile.' }),
  ],
  capabilities: {
    ...no_capabilities,
    ops: [
      'sale',
      'void',
      'reverse',
      'refund',
      'credit',
      'inquire',
      'close_batch',
      'test_credentials',
    ],
    refund_partial: true,
    void_after_capture: true,
    reverse_by_reference: true,
    inquire_by_reference: true,
    blind_credit: true,
    ach: { sec_codes, credits: true, prenote: false, same_day: false },
    idempotency: 'native_key',
  },
  timeouts: { ...card_timeouts, first_byte_seconds: 20 },
  settlement: { model: 'gateway_batch', default_settle_at: '20:00:00' },
  reference_rules: usual_references,
};

export const sage_ach = configureOnly({
  key: 'sage_ach',
  label: 'Sage ACH',
  rails: ['ach'],
  credentials: [terminals],
});

export const achnow = configureOnly({
  key: 'achnow',
  label: 'ACH Now',
  rails: ['ach'],
  credentials: [needed('username'), secret('password'), boolean('enable_verification')],
});

export const achcom = configureOnly({
  key: 'achcom',
  label: 'ACH.com',
  rails: ['ach'],
  credentials: [secret('token'), needed('nachaid', { max: 10 })],
});
