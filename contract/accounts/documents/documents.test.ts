// The account documents: their keys, what absent means, what an update leaves alone.
import { describe, expect, it } from 'vitest';
import {
  answeredDefaults,
  default_groups,
  default_value_changes,
  default_value_entries,
  default_values,
  defaultGroup,
} from './default-values.ts';
import { changed } from './entries.ts';
import { flag_names, flags, partnerFlags } from './flags.ts';
import {
  permission_entries,
  permission_names,
  permissions,
  permissions_change,
  presentNames,
} from './permissions.ts';
import {
  allUserPermissions,
  user_permission_entries,
  user_permissions,
  user_permissions_change,
} from './user-permissions.ts';

describe('switches', () => {
  it('are all false in an empty document, and unknown ones are dropped', () => {
    const read = permissions.parse({
      allow_surcharge: true,
      made_up: true,
      allow_cart_access: null,
    });
    expect(Object.keys(read)).toEqual(permission_names);
    expect(Object.entries(read).filter(([, value]) => value)).toEqual([['allow_surcharge', true]]);
    expect(Object.values(flags.parse({})).every((value) => value === false)).toBe(true);
    expect(flag_names).toHaveLength(9);
    expect(permission_names).toHaveLength(28);
  });

  it('refuse what is not a boolean', () => {
    expect(permissions.safeParse({ allow_surcharge: 'yes' }).success).toBe(false);
    expect(user_permissions_change.safeParse({ process_sale: 1 }).success).toBe(false);
  });

  it('change only where an update names them', () => {
    const before = user_permissions.parse({ process_sale: true, process_void: true });
    const change = user_permissions_change.parse({ process_void: false, manage_users: null });
    expect(Object.keys(change).filter((key) => key in change)).toContain('process_void');
    const after = changed(before, change);
    expect(after.process_sale).toBe(true);
    expect(after.process_void).toBe(false);
    expect(after.manage_users).toBe(false);
    expect(permissions_change.parse({})).toEqual({});
  });

  it('read the former name of the account updater', () => {
    const renamed = presentNames({ allow_card_sync: true, allow_file_batch: true });
    expect(permissions.parse(renamed).allow_automatic_account_updater).toBe(true);
    const both = presentNames({ allow_card_sync: true, allow_automatic_account_updater: false });
    expect(permissions.parse(both).allow_automatic_account_updater).toBe(false);
  });

  it('that bill are the office’s, and a partner may set the others', () => {
    const off = Object.entries(partnerFlags()).filter(([, may]) => !may);
    expect(off.map(([name]) => name)).toEqual(['per_processor_billing', 'skip_billing']);
    expect(Object.keys(partnerFlags())).toEqual(flag_names);
  });

  it('give the admin role every right', () => {
    expect(Object.values(allUserPermissions()).every(Boolean)).toBe(true);
    expect(Object.keys(allUserPermissions())).toEqual(Object.keys(user_permission_entries));
  });

  it('say what each of them means in one line', () => {
    const tables = [
      permission_entries,
      user_permission_entries,
      ...Object.values(default_value_entries),
    ];
    for (const { meaning } of tables.flatMap((table) => Object.values(table))) {
      expect(meaning).toMatch(/^.{8,80}\.$/);
    }
  });
});

describe('default values', () => {
  it('of a new merchant are the specification’s', () => {
    const start = default_values.parse({});
    expect(default_groups).toHaveLength(7);
    expect(start.vault).toEqual({ day_of_the_month: 1, submission_frequency: 'monthly' });
    expect(start.virtual_terminal.print_receipt).toBe('both');
    expect(start.invoices.title).toBe('Invoice');
    expect(start.invoices.available_sec_codes).toEqual(['PPD', 'CCD', 'WEB']);
    expect(start.merchant.duplicate_detection_seconds).toBe(0);
    expect(start.merchant.additional_surcharge_blacklist_states).toEqual(['CO']);
    expect(start.merchant.currency).toBe('usd');
    expect(default_values.parse(null)).toEqual(start);
  });

  it('hand every reader a list of its own', () => {
    default_values.parse({}).merchant.additional_surcharge_blacklist_states.push('OK');
    expect(default_values.parse({}).merchant.additional_surcharge_blacklist_states).toEqual(['CO']);
  });

  it('keep what an update does not name', () => {
    const stored = default_values.parse({ merchant: { tax_rate: 7000, currency: 'EUR' } });
    const update = default_value_changes.merchant.parse({ tax_rate: '8.25' });
    const next = changed(stored.merchant, update);
    expect(next.tax_rate).toBe(8250);
    expect(next.currency).toBe('eur');
    const emptied = default_value_changes.merchant.parse({
      additional_surcharge_blacklist_states: [],
    });
    expect(changed(next, emptied).additional_surcharge_blacklist_states).toEqual([]);
  });

  it('take old spellings: codes in lower case, days and rates as text, phone for text', () => {
    const { invoices, vault, line_items } = default_value_changes;
    expect(invoices.parse({ available_sec_codes: ['web'] }).available_sec_codes).toEqual(['WEB']);
    expect(invoices.parse({ send_via: 'phone' }).send_via).toBe('text');
    expect(vault.parse({ day_of_the_month: '15' }).day_of_the_month).toBe(15);
    expect(line_items.parse({ local_tax_rate: 7250 }).local_tax_rate).toBe('7.250');
    for (const rate of ['', '7', '7.25', '7.250']) {
      expect(line_items.parse({ local_tax_rate: rate }).local_tax_rate).toBe(rate);
    }
    for (const way of ['none', 'email', 'text', 'both'] as const) {
      expect(invoices.parse({ send_via: way }).send_via).toBe(way);
    }
    expect(vault.parse({ day_of_the_month: 15 }).day_of_the_month).toBe(15);
  });

  it.each([
    ['merchant', { tax_rate: 100_000 }],
    ['merchant', { tax_rate: '7.2555' }],
    ['merchant', { summary_commodity_code: '12345' }],
    ['merchant', { additional_surcharge_blacklist_states: ['Colorado'] }],
    ['invoices', { available_sec_codes: ['POP'] }],
    ['virtual_terminal', { print_receipt: 'maybe' }],
    ['vault', { day_of_the_month: 32 }],
    ['vault', { day_of_the_month: 0 }],
    ['vault', { day_of_the_month: '' }],
    ['vault', { day_of_the_month: true }],
    ['vault', { day_of_the_month: ['15'] }],
    ['line_items', { local_tax_rate: 7.5 }],
    ['line_items', { local_tax_rate: true }],
    ['invoices', { send_via: 'mail' }],
    ['line_items', { local_tax_rate: '7.2555' }],
  ] as const)('of group %s refuse %j', (group, input) => {
    expect(default_value_changes[group].safeParse(input).success).toBe(false);
  });

  it('answer the group vault under its older name too, and find it by that name', () => {
    const answered = answeredDefaults(default_values.parse({ vault: { day_of_the_month: 9 } }));
    expect(answered.cardsync.day_of_the_month).toBe(9);
    expect(answered.cardsync).toEqual(answered.vault);
    expect(Object.keys(answered)).toEqual([...default_groups, 'user', 'cardsync']);
    expect(defaultGroup('cardsync')).toBe('vault');
    expect(defaultGroup('merchant')).toBe('merchant');
    expect(defaultGroup('toString')).toBeNull();
  });
});
