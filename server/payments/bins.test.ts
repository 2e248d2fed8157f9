// BIN lookups of the sandbox's cards.
import { describe, expect, it } from 'vitest';
import { test_cards, trigger_cards } from '../../contract/payments/cards/test-cards.ts';
import { cardAttributes, lookupBin } from './bins.ts';

describe('a BIN lookup', () => {
  it.each([...test_cards, ...trigger_cards])('knows $number as the table says', (card) => {
    const found = lookupBin(card.number);
    expect(found).toMatchObject({
      brand: card.brand,
      funding: card.funding,
      country: card.country,
      card_level_generic: card.level,
      is_surchargeable: card.funding === 'credit',
    });
  });

  it('answers a credit card in the words of the API', () => {
    expect(lookupBin('400551')).toMatchObject({
      card_brand: 'Visa',
      card_type: 'credit',
      is_surchargeable: true,
      card_level_generic: 'business',
    });
  });

  it('counts prepaid as debit, and never lets debit be surcharged', () => {
    expect(lookupBin('555555')).toMatchObject({ card_type: 'debit', is_surchargeable: false });
    expect(lookupBin('411111')).toMatchObject({ card_type: 'debit', is_surchargeable: false });
  });

  it('knows the trigger family, takes formatted numbers, and answers null for the unknown', () => {
    expect(lookupBin('4000 0010 0000 0513')).toMatchObject({ funding: 'credit', country: 'USA' });
    expect(lookupBin('999999')).toBeNull();
    expect(lookupBin('41111')).toBeNull();
  });
});

describe('the record of a card', () => {
  it.each([
    [
      '4005519200000004',
      { brand: 'visa', funding: 'credit', type: 'credit', bin_type: 'BUSINESS' },
    ],
    ['411111', { brand: 'visa', funding: 'debit', type: 'debit', bin_type: 'STANDARD' }],
    ['5555555555554444', { brand: 'mastercard', funding: 'prepaid', type: 'debit' }],
    ['4999999999999999', { brand: 'visa', funding: 'unknown', type: '', bin_type: '' }],
  ])('%s are %j', (number, record) => {
    expect(cardAttributes(number)).toMatchObject(record);
  });
});
