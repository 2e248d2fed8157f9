// Members that are null count as not sent, and what is sent is kept (gateway-api 1.6).
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { partner_branding_input } from './accounts/branding.ts';
import { permissions_input } from './accounts/documents/permissions.ts';
import { user_change } from './identity/user-endpoints.ts';
import { balances_input } from './ledger/balances.ts';
import { webhook_create, webhooks } from './messages/webhooks.ts';
import { bin_lookup } from './payments/cards/bin-lookup.ts';
import { processor_update } from './payments/processors.ts';
import { batch_search } from './payments/settlement.ts';
import { verify_input } from './reports/manifest.ts';

const rotate = webhooks.rotateSecret.input;
const webhook = webhook_create.omit({ type: true, url: true });
const hash = 'a'.repeat(64);

describe('a member', () => {
  // `emptied` is what stands in the place of a member that was not set.
  it.each<[string, z.ZodType, member: string, input: unknown, parsed: unknown, emptied?: unknown]>([
    ['of balances', balances_input, 'limit', 5, 5, 100],
    ['of balances', balances_input, 'offset', 5, 5, 0],
    ['of batches', batch_search, 'detailed', true, true, false],
    ['of batches', batch_search, 'csv', true, true, false],
    ['of a webhook', webhook, 'limit_per_second', 5, 5],
    ['of a webhook', webhook, 'limit_per_second', 0, 0],
    ['of a webhook', webhook, 'available_subtypes', { a: true }, { a: true }],
    ['of a rotation', rotate, 'overlap_hours', 5, 5, 24],
    ['of a file', verify_input, 'sha256', hash, hash],
    ['of a user', user_change, 'phone', '(555) 123-4567', '5551234567'],
    ['of a user', user_change, 'phone', '', ''],
    ['of a brand', partner_branding_input, 'support_email', 'a@b.co', 'a@b.co'],
    ['of a brand', partner_branding_input, 'support_email', '', ''],
    ['of a processor', processor_update, 'default_card', false, false],
    ['of a processor', processor_update, 'default_card', true, true],
    ['of a processor', processor_update, 'description', 'x', 'x'],
    ['of a processor', processor_update, 'settle_at', '16:30', '16:30:00'],
    ['of a processor', processor_update, 'settle_at', '16:30:00', '16:30:00'],
    ['of a card', bin_lookup.input, 'bin', '4111 11-22', '41111122'],
    ['of a card', bin_lookup.input, 'country', 'us', 'US'],
    ['of a card', bin_lookup.input, 'state', 'or', 'OR'],
  ])('%s: %o', (_, schema, member, input, parsed, emptied) => {
    const read = (value: unknown) => (schema.parse({ [member]: value }) as never)[member];
    expect(read(input)).toEqual(parsed);
    expect(read(null)).toBe(emptied);
    expect(read(undefined)).toBe(emptied);
  });

  it.each<[string, z.ZodType, member: string, emptied?: unknown]>([
    ['of a webhook', webhook, 'limit_per_second'],
    ['of a rotation', rotate, 'overlap_hours', 24],
    ['of a file', verify_input, 'sha256'],
  ])('%s that is an empty text was not sent: %s', (_, schema, member, emptied) => {
    expect(schema.parse({ [member]: '' })).toEqual(
      emptied === undefined ? {} : { [member]: emptied },
    );
  });
});

it('the codes of a processor are read in either case', () => {
  const read = processor_update.parse({ features: { available_sec_codes: ['web', 'PPD'] } });
  expect(read.features).toEqual({ available_sec_codes: ['WEB', 'PPD'] });
});

it('permissions are read under the former name of one, and are nothing but an object', () => {
  const input = { allow_card_sync: true, allow_surcharge: false };
  expect(permissions_input.parse(input)).toEqual({
    allow_automatic_account_updater: true,
    allow_surcharge: false,
  });
  expect([permissions_input.parse(null), permissions_input.parse(undefined)]).toEqual([
    ...[null, undefined],
  ]);
  for (const bad of ['x', 7, true]) expect(permissions_input.safeParse(bad).success).toBe(false);
});
