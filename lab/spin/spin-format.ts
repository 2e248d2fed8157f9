// Answers of the simulated terminals as spin.md writes them, and reading its decimals.
import { type Body, badRequest, text } from '../request.ts';
import type { Answer, Item } from '../world.ts';

/** Codes of class 2: the service speaks, not the terminal. */
export const service_codes = {
  not_connected: ['2001', 'Terminal not connected'],
  busy: ['2002', 'Terminal is busy'],
  in_progress: ['2003', 'Transaction in progress'],
  timed_out: ['2004', 'Terminal did not answer in time'],
  bad_credentials: ['2005', 'Authentication failed'],
  duplicate_reference: ['2006', 'Duplicate ReferenceId'],
  not_found: ['2007', 'Transaction not found'],
  bad_request: ['2008', 'Request not valid'],
  terminal_error: ['2009', 'Terminal error'],
} as const;
export type ServiceCode = keyof typeof service_codes;

export function failed(code: ServiceCode, reference: string, words = ''): Answer {
  const [StatusCode, Message] = service_codes[code];
  const DetailedMessage = words || Message;
  return {
    GeneralResponse: { ResultCode: '2', StatusCode, Message: 'Error', DetailedMessage },
    ReferenceId: reference,
  };
}

/** The terminal, the payer or the bank said no. */
export function declined(reference: string, host_code: string, words: string): Answer {
  return {
    GeneralResponse: {
      ResultCode: '1',
      StatusCode: '1000',
      HostResponseCode: host_code,
      Message: 'Declined',
      DetailedMessage: words,
    },
    ReferenceId: reference,
  };
}

export const approved = {
  ResultCode: '0',
  StatusCode: '0000',
  HostResponseCode: '00',
  HostResponseMessage: 'APPROVAL TAS000',
  Message: 'Approved',
  DetailedMessage: 'Approved',
};

export const decimal = (minor: number): number => Number((minor / 100).toFixed(2));

/** Cents of a decimal with at most two places. */
export function centsOf(body: Body, name: string, otherwise?: number): number {
  const value = body[name];
  if (value === undefined && otherwise !== undefined) return otherwise;
  const written = typeof value === 'number' ? String(value) : text(body, name);
  return /^\d{1,9}(\.\d{1,2})?$/.test(written)
    ? Math.round(Number(written) * 100)
    : badRequest(name);
}

const types: Readonly<Record<Item['operation'], string>> = {
  sale: 'Sale',
  authorize: 'Auth',
  credit: 'Return',
  refund: 'Return',
  verify: 'Card',
};

/** What a transaction looks like as it stands now, but for the card. */
export function transactionOf(item: Item): Answer {
  const captured = item.operation === 'authorize' && item.captured > 0;
  const total = item.captured > 0 ? item.captured : item.approved;
  const tip = item.tip ?? 0;
  return {
    TransactionType: captured ? 'Capture' : types[item.operation],
    Amounts: {
      TotalAmount: decimal(total),
      Amount: decimal(total - tip),
      TipAmount: decimal(tip),
      FeeAmount: 0,
      TaxAmount: 0,
    },
    ReferenceId: item.reference,
    PNReferenceId: item.id,
    TransactionNumber: String(Number(item.id.slice(2))),
    RRN: item.id.slice(2),
    BatchNum: item.batch,
    Voided: item.state === 'voided',
  };
}
