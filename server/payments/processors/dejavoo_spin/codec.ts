// A terminal's commands on the SPIn wire (rails 9.1). The answers are read in answers.ts.
import { proxy_seconds } from '../../../../contract/payments/processor-types/dejavoo-spin.ts';
import type { Codec } from '../driver.ts';
import type {
  AdjustTipCommand,
  CaptureCommand,
  Command,
  InquireCommand,
  OriginalAttempt,
  PayCommand,
  ProcessorAccount,
  ProcessorRef,
  ReverseCommand,
  TerminalMethod,
  VerifyCommand,
  VoidCommand,
  WireRequest,
} from '../types.ts';
import { spinAnswers } from './answers.ts';
import { decimal } from './decimals.ts';

type Json = Record<string, unknown>;

const setting = ({ settings }: ProcessorAccount, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

/** Who speaks to which terminal: on every request. */
function addressed(account: ProcessorAccount): Json {
  const register = setting(account, 'register_id');
  return {
    Tpn: setting(account, 'tpn'),
    ...(register !== '' && { RegisterId: register }),
    Authkey: setting(account, 'auth_key'),
    SPInProxyTimeout: proxy_seconds,
  };
}

const payment_types: Readonly<Record<TerminalMethod['payment_type'], string>> = {
  credit: 'Credit',
  debit: 'Debit',
  ebt_food: 'EBT_Food',
  ebt_cash: 'EBT_Cash',
};

const receipts: Readonly<Record<string, string>> = {
  no: 'No',
  customer: 'Customer',
  merchant: 'Merchant',
  both: 'Both',
};
const receiptOf = (print: string): string => receipts[print] ?? 'Both';

function sale(command: PayCommand | VerifyCommand): Json {
  if (command.operation === 'verify' || command.method.kind !== 'terminal') {
    throw new Error('dejavoo_spin takes cards that are presented at the terminal only');
  }
  const { reference, amount, currency, parts, method, order_id } = command;
  const tip = parts.tip ?? 0;
  return {
    Amount: decimal(amount - tip, currency),
    ...(tip > 0 && { TipAmount: decimal(tip, currency) }),
    PaymentType: payment_types[method.payment_type],
    ReferenceId: reference,
    ...(order_id !== '' && { InvoiceNumber: order_id }),
    PrintReceipt: receiptOf(method.print_receipt),
    GetReceipt: 'No',
    CaptureSignature: method.signature_required,
    GetExtendedData: true,
    ...(method.clerk_id !== '' && { ClerkId: method.clerk_id }),
  };
}

/** A refund is a return of its own, with the card presented again (rails 9.1). */
function refund({ reference, amount, currency, target, account }: CaptureCommand): Json {
  return {
    Amount: decimal(amount, currency),
    PaymentType: target.payment_type ?? 'Credit',
    ReferenceId: reference,
    PrintReceipt: receiptOf(setting(account, 'print_receipt')),
    GetReceipt: 'No',
    CaptureSignature: false,
    GetExtendedData: true,
  };
}

function followUp(command: CaptureCommand | VoidCommand | AdjustTipCommand): Json {
  const { amount, currency, target } = command;
  const named = { ReferenceId: target.reference ?? '', PaymentType: target.payment_type };
  if (command.operation !== 'adjust_tip') return { ...named, Amount: decimal(amount, currency) };
  const { tip } = command;
  const amounts = { Amount: decimal(amount - tip, currency), TipAmount: decimal(tip, currency) };
  return { ...named, ...amounts };
}

/** A follow-up has no name of its own at the terminal: its target says what became of it. */
function nameOf({ reference, operation, target }: OriginalAttempt): string {
  const acts = operation === 'capture' || operation === 'void' || operation === 'adjust_tip';
  return acts ? (target?.reference ?? '') : reference;
}

const original = ({ original: of }: InquireCommand | ReverseCommand): Json => ({
  ReferenceId: nameOf(of),
});

/** The terminal knows a payment by our reference of it and by what the card was charged as. */
function refOf(of: OriginalAttempt, transaction_id: string): ProcessorRef {
  const charged_as = of.target?.payment_type ?? payment_types[of.payment_type ?? 'credit'];
  return { transaction_id, reference: nameOf(of), payment_type: charged_as };
}

function bodyOf(command: Command): readonly [path: string, body: Json] {
  switch (command.operation) {
    case 'sale':
      return ['Payment/Sale', sale(command)];
    case 'authorize':
      return ['Payment/Auth', sale(command)];
    case 'credit':
    case 'verify':
      return ['Payment/Return', sale(command)];
    case 'refund':
      return ['Payment/Return', refund(command)];
    case 'capture':
      return ['Payment/Capture', followUp(command)];
    case 'void':
      return ['Payment/Void', followUp(command)];
    case 'adjust_tip':
      return ['Payment/TipAdjust', followUp(command)];
    case 'inquire':
      return ['Payment/Status', original(command)];
    case 'reverse': {
      const { amount, currency } = command.original;
      return ['Payment/Void', { ...original(command), Amount: decimal(amount, currency) }];
    }
    case 'close_batch':
      return ['Payment/Settle', { ReferenceId: command.reference }];
    case 'batch_detail': {
      const { batch_number, offset, limit } = command;
      return ['Payment/StatusList', { BatchNumber: batch_number, Offset: offset, Limit: limit }];
    }
    case 'test_credentials':
      return ['Common/TerminalStatus', {}];
  }
}

/** The wire request of a command; throws on a method that is not a terminal's. */
function encode(command: Command): WireRequest {
  const [path, body] = bodyOf(command);
  return { path: `/v2/${path}`, body: JSON.stringify({ ...body, ...addressed(command.account) }) };
}

/** Asks the terminal to give up the payment of this reference; the payment's own answer tells. */
export function encodeAbort(account: ProcessorAccount, reference: string): WireRequest {
  const body = { ReferenceId: reference, ...addressed(account) };
  return { path: '/v2/Payment/AbortTransaction', body: JSON.stringify(body) };
}

export const dejavoo_spin: Codec = { encode, refOf, ...spinAnswers };
