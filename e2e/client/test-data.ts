// Reference 18: every test card, security code, postal code and routing number of the sandbox.
import { describe, expect, it } from 'vitest';
import { ach, card, good, type Json, pay } from './stranger.ts';

interface TestCard {
  number: string;
  brand: string;
  type: 'credit' | 'debit';
  surchargeable: boolean;
  country: string;
  level: string;
}

const table = `
  4111111111111111 visa       debit  no  POL standard
  4005519200000004 visa       credit yes USA business
  4009348888881881 visa       credit yes IDN corporate
  4012000033330026 visa       credit yes USA standard
  4012000077777777 visa       credit yes USA standard
  4012888888881881 visa       credit yes UKR infinite
  4217651111111119 visa       debit  no  USA standard
  4500600000000061 visa       credit yes CAN gold
  5555555555554444 mastercard debit  no  BRA prepaid
  2223000048400011 mastercard credit yes JPN -
  378282246310005  amex       credit yes USA corporate
  371449635398431  amex       credit yes USA personal
  6011111111111117 discover   credit yes -   -`;

const cards: TestCard[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [number = '', brand = '', type, yes, country = '', level = ''] = line.trim().split(/\s+/);
    return { number, brand, type: type as 'credit', surchargeable: yes === 'yes', country, level };
  });

/** A lookup writes a brand out. */
const written: Record<string, string> = { amex: 'american express' };

const facts = async (number: string): Promise<Json> =>
  good('POST', '/lookup/bin/protected', { bin: number, country: 'US', state: 'GA' });

describe('18 test cards', () => {
  it.each(cards)('$number is approved, and known as $brand $type', async (one) => {
    const cvc = one.brand === 'amex' ? '9999' : '999';
    const { response_code, response_body } = await pay({
      payment_method: card(one.number, { cvc }),
    });
    expect(response_code).toBe(100);
    expect(response_body.card).toMatchObject({
      card_type: one.brand,
      type: one.type,
      last_four: one.number.slice(-4),
      cvv_response_code: 'M',
    });
    const known = await facts(one.number);
    expect(known.card_brand.toLowerCase()).toBe(written[one.brand] ?? one.brand);
    expect(known).toMatchObject({ card_type: one.type, is_surchargeable: one.surchargeable });
    if (one.country !== '-') expect(known.country).toBe(one.country);
    if (one.level !== '-') expect(known.card_level_generic).toBe(one.level);
  });

  it('knows brands by their written name and the first six digits alone', async () => {
    const known = await facts('400551');
    expect(known).toMatchObject({ card_brand: 'Visa', issuing_bank: expect.any(String) });
    expect(known.bin).toMatch(/^400551/);
    expect(await facts('999999')).toEqual({});
  });

  it('takes the card of the older suites', async () => {
    await pay({ payment_method: card('4012000098765439') });
  });
});

describe('18 triggers', () => {
  it.each([
    ['4000000000000002', 200, undefined],
    ['4000000000009995', 202, '51'],
    ['4000000000009987', 251, undefined],
    ['4000000000009979', 252, undefined],
    ['4000000000000069', 223, undefined],
    ['4000000000000051', 200, undefined],
  ])('%s declines with %d', async (number, code, processor_code) => {
    const declined = await pay({ payment_method: card(number) });
    expect(declined).toMatchObject({
      status: 'declined',
      response: 'declined',
      response_code: code,
      amount_authorized: 0,
      amount_captured: 0,
      captured_at: null,
    });
    const body = declined.response_body.card;
    if (processor_code) expect(body.processor_response_code).toBe(processor_code);
    expect(body.processor_response_text).not.toBe('');
  });

  it('says INSUFFICIENT FUNDS in the words of the sample', async () => {
    const { response_body } = await pay({ payment_method: card('4000000000009995') });
    expect(response_body.card.processor_response_text).toBe('INSUFFICIENT FUNDS');
  });

  it('approves half where a partial payment is allowed', async () => {
    const paid = await pay({
      amount: 1000,
      allow_partial_payment: true,
      payment_method: card('4000000000000051'),
    });
    expect(paid).toMatchObject({ response: 'partial', response_code: 110, amount_authorized: 500 });
    expect(paid).toMatchObject({ status: 'pending_settlement', amount_captured: 500 });
  });

  it.each([
    ['200', '2000', 'N'],
    ['201', '2011', 'U'],
    ['301', '3011', 'S'],
    ['123', '1234', 'M'],
  ])('answers CVV %s, and %s on Amex, with %s', async (three, four, letter) => {
    const visa = await pay({ payment_method: card('4012000077777777', { cvc: three }) });
    const amex = await pay({ payment_method: card('378282246310005', { cvc: four }) });
    expect(visa.response_body.card.cvv_response_code).toBe(letter);
    expect(amex.response_body.card.cvv_response_code).toBe(letter);
    expect([visa.response_code, amex.response_code]).toEqual([100, 100]);
  });

  it.each([
    [{ postal_code: '20000', address_line_1: '1 Main St' }, 'N'],
    [{ postal_code: '20001', address_line_1: '1 Main St' }, 'U'],
    [{ postal_code: '60601', address_line_1: '1 Main St' }, 'Y'],
    [{ postal_code: '60601' }, 'M'],
    [{}, 'I'],
  ])('answers the address %o with AVS %s', async (billing_address, letter) => {
    const paid = await pay({ billing_address: { ...billing_address, country: 'US' } });
    expect(paid.response_body.card.avs_response_code).toBe(letter);
    expect(paid.response_code).toBe(100);
  });

  it('declines routing 000000000 and approves 000000001, 000000002 and any other', async () => {
    const declined = await pay({ payment_method: ach('000000000') });
    expect(declined).toMatchObject({ status: 'declined', response: 'declined' });
    expect(declined.response_code).toBeGreaterThanOrEqual(200);
    for (const routing of ['000000001', '000000002', '111111111', '021000021']) {
      expect((await pay({ payment_method: ach(routing) })).response_code).toBe(100);
    }
  });
});
