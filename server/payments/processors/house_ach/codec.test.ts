// The House ACH codec: what it sends, how it reads answers, and what it refuses to send.
import { describe, expect, it } from 'vitest';
import { answered } from '../../../testing/wire-answers.ts';
import type { PayCommand } from '../types.ts';
import { house_ach } from './codec.ts';

const account = { processor_id: 'proc2', type: 'house_ach', settings: {} };
const debit: PayCommand = {
  operation: 'sale',
  reference: 'a1',
  account,
  amount: 2500,
  currency: 'usd',
  parts: {},
  method: {
    kind: 'ach',
    sensitive: {
      open: () => ({ routing_number: '021000021', account_number: '123456789' }),
      wipe: () => undefined,
      masked: '*****6789',
      last_four: '6789',
    },
    sec_code: 'web',
    account_type: 'checking',
    check_number: '',
  },
  billing: { line_1: '', postal_code: '' },
  order_id: 'o1',
  po_number: '',
  allow_partial: false,
};
const yes = {
  reference: 'a1',
  operation: 'sale',
  transaction_id: 'TS1',
  amount: 2500,
  currency: 'usd',
  approved_amount: 2500,
  network_code: '000',
  text: 'Successful',
};

describe('House ACH', () => {
  it('sends the bank account under the name of its processor record', () => {
    const { path, body } = house_ach.encode(debit);
    expect(path).toBe('/house-ach/sale');
    expect(JSON.parse(body)).toEqual({
      reference: 'a1',
      credentials: { originator: '', station: 'proc2' },
      amount: 2500,
      currency: 'usd',
      order_id: 'o1',
      ach: {
        routing_number: '021000021',
        account_number: '123456789',
        sec_code: 'web',
        account_type: 'checking',
      },
    });
  });

  it('names the originator its settings name', () => {
    const settings = { odfi_profile: 'ODFI-7' };
    const { body } = house_ach.encode({ ...debit, account: { ...account, settings } });
    expect(JSON.parse(body).credentials).toEqual({ originator: 'ODFI-7', station: 'proc2' });
  });

  it('reads acceptance and decline without inventing a network code', () => {
    expect(house_ach.decode(debit, answered(yes))).toMatchObject({
      outcome: 'approved',
      code: 100,
      processor_code: '000',
      processor_text: 'Successful',
      network_code: '',
      auth_code: '',
    });
    const no = { ...yes, network_code: '001', text: 'Declined', approved_amount: 0 };
    expect(house_ach.decode(debit, answered(no))).toMatchObject({ outcome: 'declined', code: 200 });
  });

  it('reads the report of a close: settled, returned, late returned', () => {
    const command = { operation: 'close_batch' as const, reference: 'c1', account };
    const back = { reference: 'x', transaction_id: 'TS7', code: 'R01' };
    const report = {
      reference: 'c1',
      operation: 'close_batch',
      batch_number: 1,
      count: 2,
      totals: [],
      settled: ['a1', 'a2'],
      returned: [back],
      late_returned: [{ ...back, reference: 'y' }],
      more: true,
    };
    expect(house_ach.decodeClose(command, answered(report))).toMatchObject({
      result: 'closed',
      settled: ['a1', 'a2'],
      returned: [{ reference: 'x', code: 'R01' }],
      late_returned: [{ reference: 'y', code: 'R01' }],
      more: true,
    });
  });

  it('refuses to send what ACH has no operation for', () => {
    const card = { kind: 'card' } as unknown as PayCommand['method'];
    expect(() => house_ach.encode({ ...debit, method: card })).toThrow(/bank accounts only/);
    expect(() => house_ach.encode({ ...debit, operation: 'authorize' })).toThrow();
    const { amount, currency, reference } = debit;
    const follow = { reference, account, amount, currency, target: { transaction_id: 'TS1' } };
    expect(() => house_ach.encode({ ...follow, operation: 'capture' })).toThrow(/no capture/);
  });
});
