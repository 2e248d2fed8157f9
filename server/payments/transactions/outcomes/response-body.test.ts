// What is kept of a response body, and that it reads as it was said.
import { describe, expect, it } from 'vitest';
import type { ResponseBody } from '../../../../contract/payments/transactions/record.ts';
import { card_body, response_body } from '../../../../contract/payments/transactions/record.ts';
import type { TransactionRow } from '../reading/read.ts';
import { shownBody, storedBody } from './response-body.ts';

const row = {
  processor_type: 'tsys_sierra',
  processor_id: 'p1',
  card_first_six: '401200',
  card_last_four: '7777',
  card_funding: 'credit',
  detail: { routing: 'default', processor_ref: { transaction_id: 'T1' } },
  created_at: new Date('2026-01-02T03:04:05.678Z'),
} as unknown as TransactionRow;

const card: NonNullable<ResponseBody['card']> = {
  id: 'c1',
  response: 'approved',
  response_code: 100,
  auth_code: 'TAS000',
  processor_response_code: '00',
  processor_response_text: 'APPROVAL',
  processor_transaction_id: 'T1',
  processor_type: 'tsys_sierra',
  processor_id: 'p1',
  processor_specific: null,
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:06.000Z',
  card_type: 'visa',
  type: 'credit',
  first_six: '401200',
  last_four: '7777',
  masked_card: '401200******7777',
  expiration_date: '12/30',
  bin_type: 'STANDARD',
  entry_type: 'keyed',
  cardholder_name: '',
  avs_response_code: 'I',
  cvv_response_code: '',
};

const shown = (body: unknown) =>
  shownBody({ ...row, response_body: body as TransactionRow['response_body'] });

describe('a response body', () => {
  it('leaves out what columns say and what is empty, and reads as it was said', () => {
    const stored = storedBody(row, { card }) as unknown as { card: object };
    for (const name of ['first_six', 'last_four', 'type', 'processor_id', 'created_at']) {
      expect(stored.card).not.toHaveProperty(name);
    }
    expect(stored.card).not.toHaveProperty('cardholder_name');
    expect(stored.card).not.toHaveProperty('processor_transaction_id');
    expect(shown(stored)).toEqual({ card });
    expect(Object.keys(stored.card).length).toBeLessThan(Object.keys(card).length - 8);
  });

  it('keeps a member that differs from its column, an empty one too', () => {
    const odd = { ...card, processor_id: 'p2', last_four: '', processor_transaction_id: '' };
    expect(shown(storedBody(row, { card: odd }))).toEqual({ card: odd });
  });

  it('that was kept whole reads as it stands', () => {
    expect(shown({ card: { ...card, processor_id: 'was another' } })).toEqual({
      card: { ...card, processor_id: 'was another' },
    });
  });

  it('of every method has all members of the contract', () => {
    for (const method of ['card', 'ach', 'cash']) {
      expect(response_body.safeParse(shown({ [method]: {} })).error).toBeUndefined();
    }
    const members = Object.keys(shown({ card: {} }).card ?? {}).sort();
    expect(members).toEqual(Object.keys(card_body.shape).sort());
  });

  it('without a method stays empty', () => {
    expect(shown({})).toEqual({});
  });
});
