// The form that follows a payment: what is taken once more, and whether its payer is saved by it.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../../contract/accounts/documents/default-values.ts';
import { startingForm } from '../form.ts';
import { againOf } from './outcome-text.ts';

const merchant = { default_values: default_values.parse({}) };
const form = {
  ...startingForm(merchant as Parameters<typeof startingForm>[0], 'sale', 'card'),
  ...{ amount: '25.00', create_vault_record: true, vault_record_custom_id: 'acme-1' },
};
const answered = (response: 'approved' | 'declined' | 'error' | 'unknown' | 'partial') => ({
  ...{ response, currency: 'usd', amount: 2500 },
  amount_authorized: response === 'partial' ? 1000 : 2500,
});

describe('the form that follows a payment', () => {
  it.each(['approved', 'unknown', 'partial'] as const)('saves no payer after %s', (response) => {
    const next = againOf(form, answered(response));
    expect(next).toMatchObject({ create_vault_record: false, vault_record_custom_id: '' });
  });

  it.each(['declined', 'error'] as const)('may still save the payer after %s', (response) => {
    expect(againOf(form, answered(response))).toEqual(form);
  });

  it('is for the rest alone after a part', () => {
    expect(againOf(form, answered('partial')).amount).toBe('15.00');
    expect(againOf(form, answered('approved')).amount).toBe('25.00');
  });
});
