// Which actions a transaction has, for whom, and with which reason (spec 2 §4, §6, Q10).
import { describe, expect, it } from 'vitest';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import type { Status } from '../../../contract/payments/transactions/states.ts';
import { amountProblem } from './amount-dialogs.tsx';
import { leftToRefund, possibilities, type Reader, sharedReason } from './available.ts';
import { receiptAddress } from './plain-dialogs.tsx';

function sale(status: Status, over: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    type: 'sale',
    status,
    payment_type: 'card',
    amount: 1000,
    amount_authorized: 1000,
    amount_settled: status === 'settled' ? 1000 : 0,
    amount_refunded: 0,
    ...over,
  } as TransactionRecord;
}

const permissions = {
  process_sale: true,
  process_capture: true,
  process_void: true,
  process_refund: true,
};
const merchant: Reader = { area: 'merchant', permissions };
const partner: Reader = { area: 'partner', permissions };
const admin: Reader = { area: 'admin', permissions };

/** The actions that are possible. */
function open(t: TransactionRecord, reader: Reader): string[] {
  return possibilities(t, reader)
    .filter(({ reason }) => reason === null)
    .map(({ action }) => action);
}

describe('actions on a transaction', () => {
  it('follow the state', () => {
    expect(open(sale('authorized', { type: 'authorize' }), merchant)).toEqual([
      'capture',
      'void',
      'email',
    ]);
    expect(open(sale('pending_settlement'), merchant)).toEqual(['void', 'tip_adjust', 'email']);
    expect(open(sale('settled'), merchant)).toEqual(['refund', 'email']);
    expect(open(sale('declined'), merchant)).toEqual(['email']);
    expect(open(sale('settled', { type: 'credit' }), merchant)).toEqual(['email']);
  });

  it('stay where they are not possible, and say why', () => {
    const declined = sale('declined');
    const all = possibilities(declined, merchant);
    expect(all.map(({ action }) => action)).toEqual(['capture', 'refund', 'void', 'email']);
    expect(sharedReason(declined, all)).toBe('Nothing is left to capture, refund or void.');
    const settled = sale('settled');
    expect(sharedReason(settled, possibilities(settled, merchant))).toBe('');
    for (const status of ['pending', 'unknown'] as const) {
      const open_one = sale(status);
      expect(sharedReason(open_one, possibilities(open_one, merchant))).toBe(
        'The outcome is not known yet. Capture, refund and void are not available.',
      );
    }
  });

  it('need the right of the user, and name it', () => {
    const reader: Reader = {
      area: 'merchant',
      permissions: { ...permissions, process_refund: false },
    };
    const settled = sale('settled');
    const all = possibilities(settled, reader);
    const refund = all.find((one) => one.action === 'refund');
    expect(refund?.reason).toMatch(/“Refund after settlement” permission/);
    expect(sharedReason(settled, all)).toBe('');
  });

  it('are no business of partners and admins', () => {
    expect(possibilities(sale('settled'), partner)).toEqual([]);
    expect(possibilities(sale('authorized'), admin)).toEqual([]);
  });

  it('let each side judge what is flagged for it, and admins both', () => {
    expect(open(sale('flagged'), merchant)).toEqual(['approve', 'decline', 'email']);
    expect(open(sale('flagged'), partner)).toEqual([]);
    expect(open(sale('flagged_partner'), merchant)).toEqual(['email']);
    expect(open(sale('flagged_partner'), partner)).toEqual(['approve', 'decline']);
    expect(open(sale('flagged'), admin)).toEqual(['approve', 'decline']);
    expect(open(sale('flagged_partner'), admin)).toEqual(['approve', 'decline']);
  });

  it('take the right of each decision from whoever judges', () => {
    for (const area of ['merchant', 'partner', 'admin'] as const) {
      const t = sale(area === 'partner' ? 'flagged_partner' : 'flagged');
      const reader: Reader = { area, permissions: { process_void: true } };
      expect(open(t, reader).filter((action) => action !== 'email')).toEqual(['decline']);
      const [approve] = possibilities(t, reader);
      expect(approve?.reason).toMatch(/requires the “Capture a held amount” permission/);
    }
  });

  it('give back what is left, never more', () => {
    const t = sale('partially_refunded', { amount_settled: 1000, amount_refunded: 575 });
    expect(leftToRefund(t)).toBe(425);
    const limits = { label: 'Amount', currency: 'usd', least: 1, most: 425 };
    expect(amountProblem('4.25', limits)).toBe('');
    expect(amountProblem('4.26', limits)).toBe('The Amount field must be $4.25 or less.');
    expect(amountProblem('0', limits)).toBe('The Amount field must be $0.01 or more.');
    expect(amountProblem('', limits)).toBe('The Amount field is required.');
  });

  it('mail to the transaction, else billing, else shipping', () => {
    const addressed = (email_address: string, billing: string, shipping: string) =>
      receiptAddress({
        email_address,
        billing_address: { email: billing },
        shipping_address: { email: shipping },
      } as TransactionRecord);
    expect(addressed('a@a.aa', 'b@b.bb', 'c@c.cc')).toBe('a@a.aa');
    expect(addressed('', 'b@b.bb', 'c@c.cc')).toBe('b@b.bb');
    expect(addressed('', '', 'c@c.cc')).toBe('c@c.cc');
  });
});
