// Payments at the simulated terminals: what each TPN makes of them (spin.md).
import { newItem, type OperationContext } from '../host.ts';
import { type Lab, record } from '../operations.ts';
import { type Body, text } from '../request.ts';
import { type Answer, accountOf, answerKey, type Item } from '../world.ts';
import {
  approved,
  centsOf,
  declined,
  failed,
  type ServiceCode,
  transactionOf,
} from './spin-format.ts';
import { signature } from './spin-signature.ts';

/** A payment that waits for its payer; `abort` ends the wait. */
export interface WaitingPayer {
  reference: string;
  abort(): void;
}

const longest_wait_ms = 60_000;
/** How long a late answer stays out of sight. */
const late_ms = 3_000;
const tip_percent = 20;

export const accountName = (tpn: string): string => `spin/${tpn}`;

export function contextOf(lab: Lab, tpn: string, operation: string, reference: string, body: Body) {
  const { world, clock, fingerprint } = lab;
  const account = accountName(tpn);
  const context: OperationContext = {
    world,
    rail: 'card',
    operation,
    account,
    reference,
    body,
    now: clock.now(),
    ordered: null,
    fingerprint,
  };
  return context;
}

export function itemAt(lab: Lab, tpn: string, reference: string): Item | undefined {
  const known = lab.world.answers.get(answerKey(accountName(tpn), reference));
  return known && lab.world.items.get(known.item);
}

function cardOf(body: Body): Answer {
  const debit = body.PaymentType === 'Debit' || String(body.PaymentType).startsWith('EBT');
  return {
    PaymentType: text(body, 'PaymentType') || 'Credit',
    InvoiceNumber: text(body, 'InvoiceNumber'),
    AuthCode: 'TAS000',
    SerialNumber: 'LAB0000001',
    CardData: {
      CardType: debit ? 'Mastercard' : 'Visa',
      EntryType: 'Chip',
      First4: debit ? '5424' : '4012',
      Last4: debit ? '3333' : '7777',
      BIN: debit ? '542418' : '401200',
      Name: 'LAB/CARDHOLDER',
    },
    EMVData: {
      ApplicationName: debit ? 'MASTERCARD DEBIT' : 'VISA CREDIT',
      AID: debit ? 'A0000000041010' : 'A0000000031010',
      TVR: '0080008000',
      TSI: 'E800',
    },
    ...(body.PaymentType === 'EBT_Food' && { EBTFoodBalance: '120.00' }),
    ...(body.PaymentType === 'EBT_Cash' && { EBTCashBalance: '45.50' }),
    ...(body.CaptureSignature === true && { SignatureBase64: signature }),
  };
}

export type Verdict = 'approve' | 'decline' | 'cancelled';

/** Writes a payment down, as it was decided; its answer is what the terminal says. */
function pay(lab: Lab, tpn: string, operation: Item['operation'], body: Body, verdict: Verdict) {
  const reference = text(body, 'ReferenceId');
  const context = contextOf(lab, tpn, operation, reference, body);
  const barred = accountOf(lab.world, context.account).barred.has(reference);
  const says_yes = verdict === 'approve' && !barred;
  const amount = centsOf(body, 'Amount');
  const tip_amount = centsOf(body, 'TipAmount', 0);
  const adds = says_yes && operation === 'sale' && tpn.endsWith('4') && tip_amount === 0;
  const tip = adds ? Math.round((amount * tip_percent) / 100) : tip_amount;
  const total = amount + tip;
  const is_hold = operation === 'authorize';
  const item = newItem(context, {
    operation,
    state: says_yes ? (is_hold ? 'authorized' : 'pending') : 'declined',
    currency: 'usd',
    approved: says_yes ? total : 0,
    captured: says_yes && !is_hold ? total : 0,
    last_four: '7777',
    tip,
    available_at: tpn.endsWith('7') ? context.now + late_ms : 0,
  });
  const words = verdict === 'cancelled' ? 'CANCELLED BY USER' : 'DO NOT HONOR';
  const answer: Answer = says_yes
    ? { GeneralResponse: approved, ...cardOf(body), ...transactionOf(item) }
    : declined(reference, verdict === 'decline' ? '05' : '', words);
  const { account } = context;
  record(lab, {
    kind: 'answered',
    account,
    reference,
    operation,
    answer,
    item: item.id,
    create: item,
  });
  return answer;
}

/** Waits until somebody aborts the payment, or until the terminal gives up by itself. */
function payer(lab: Lab, tpn: string, reference: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      lab.payers.delete(tpn);
      resolve();
    };
    const timer = setTimeout(done, longest_wait_ms);
    timer.unref();
    lab.payers.set(tpn, { reference, abort: done });
  });
}

/** What a terminal refuses before it asks for a card. */
function refusedAtOnce(lab: Lab, tpn: string, reference: string): ServiceCode | null {
  if (tpn.endsWith('5') || lab.payers.has(tpn)) return 'busy';
  if (tpn.endsWith('6')) return 'not_connected';
  if (tpn.endsWith('3')) return 'terminal_error';
  return itemAt(lab, tpn, reference) ? 'duplicate_reference' : null;
}

export async function payment(
  lab: Lab,
  tpn: string,
  operation: Item['operation'],
  body: Body,
  yes: Verdict | null,
) {
  const reference = text(body, 'ReferenceId');
  const why = refusedAtOnce(lab, tpn, reference);
  if (why) return failed(why, reference);
  if (tpn.endsWith('8')) {
    await payer(lab, tpn, reference);
    return pay(lab, tpn, operation, body, 'cancelled');
  }
  const answer = pay(lab, tpn, operation, body, yes ?? (tpn.endsWith('2') ? 'decline' : 'approve'));
  return tpn.endsWith('7') ? failed('timed_out', reference) : answer;
}
