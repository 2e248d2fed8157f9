// Types that reach nobody: cash in the drawer, and payments that wait for a person.

import type { ProcessorType } from './record.ts';
import { card_timeouts, every_environment, no_capabilities, usual_references } from './record.ts';

const internal = {
  availability: 'internal',
  environments: every_environment,
  currencies: ['usd'],
  credentials: [],
  timeouts: card_timeouts,
  reference_rules: usual_references,
} as const;

export const cash: ProcessorType = {
  ...internal,
  key: 'cash',
  label: 'Cash',
  description: 'Cash payments: approved and settled immediately, without a batch.',
  rails: ['cash'],
  capabilities: {
    ...no_capabilities,
    ops: ['sale', 'void', 'refund', 'test_credentials'],
    refund_partial: true,
    void_after_capture: true,
    idempotency: 'native_key',
  },
  settlement: { model: 'none', default_settle_at: '22:00:00' },
};

export const pending: ProcessorType = {
  ...internal,
  key: 'pending',
  label: 'Pending',
  description: 'Records any payment as pending; nothing is sent or settled.',
  rails: ['card', 'ach', 'cash', 'apm'],
  capabilities: {
    ...no_capabilities,
    ops: ['sale', 'authorize', 'void', 'test_credentials'],
    void_after_capture: true,
    idempotency: 'native_key',
  },
  settlement: { model: 'none', default_settle_at: '22:00:00' },
};
