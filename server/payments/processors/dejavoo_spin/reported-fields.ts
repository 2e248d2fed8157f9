// What a terminal read of the card, under the names of our answers (gateway-api 3.6).
import type { TerminalBody } from '../../../../contract/payments/transactions/record.ts';
import { maskedText, textOf } from '../wire-answer.ts';

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

const brands: Readonly<Record<string, string>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'amex',
  discover: 'discover',
};

const payment_types: Readonly<Record<string, string>> = {
  Credit: 'credit',
  Debit: 'debit',
  EBT_Food: 'ebt_food',
  EBT_Cash: 'ebt_cash',
};

const entry_types: Readonly<Record<string, string>> = {
  Chip: 'chip',
  Swipe: 'swiped',
  'CHIP Contactless': 'contactless',
  Manual: 'keyed',
};

const digits = (value: unknown): string => {
  const text = textOf(value);
  return /^\d{4}$/.test(text) ? text : '';
};

const longest_signature = 100_000;

/** Members of the legacy answer that clients know, as far as this one has them. */
function specificOf(body: Json): Json {
  const amounts = objectOf(body.Amounts);
  const named = {
    BatchNum: body.BatchNum,
    RefNo: body.TransactionNumber,
    InvNum: body.InvoiceNumber,
    Tip: amounts.TipAmount,
    TotalAmt: amounts.TotalAmount,
    EBTFSLedgerBalance: body.EBTFoodBalance,
    EBTCashLedgerBalance: body.EBTCashBalance,
  };
  const entries = Object.entries(named).filter(([, value]) => {
    return typeof value === 'number' || typeof value === 'string';
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** The members of `response_body.terminal` that the answer states; never a whole number. */
export function reportedFields(body: Json): Partial<TerminalBody> {
  const card = objectOf(body.CardData);
  const emv = objectOf(body.EMVData);
  const first_four = digits(card.First4);
  const last_four = digits(card.Last4);
  const brand = textOf(card.CardType).toLowerCase();
  const signature = textOf(body.SignatureBase64);
  const type = textOf(body.PaymentType);
  const entry = textOf(card.EntryType);
  return {
    card_type: brands[brand] ?? brand,
    payment_type: payment_types[type] ?? type.toLowerCase(),
    entry_type: entry_types[entry] ?? entry.toLowerCase(),
    first_four,
    last_four,
    masked_card: last_four === '' ? '' : `${first_four || '****'}********${last_four}`,
    cardholder_name: maskedText(card.Name),
    emv_aid: textOf(emv.AID),
    emv_app_name: textOf(emv.ApplicationName),
    emv_tvr: textOf(emv.TVR),
    emv_tsi: textOf(emv.TSI),
    ...(signature !== '' && signature.length <= longest_signature && { signature_data: signature }),
    processor_specific: specificOf(body),
  };
}
