// The receipt as a PDF file: a page for each copy, on paper of 80 mm.
import {
  copy_labels,
  phoneText,
  type ReceiptCopy,
  type ReceiptLine,
  receiptMoney,
  receiptResult,
  signsReceipt,
} from '../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../contract/payments/transactions/record.ts';
import { type PdfBlock, writePdf } from './pdf.ts';
import { type ReceiptMerchant, receiptFacts, receiptTitle } from './receipt-text.ts';

/** How a receipt is made, beside its content. */
export interface ReceiptMaking {
  copies: readonly ReceiptCopy[];
  /** The merchant asks payers to sign. */
  signature_required: boolean;
  /** The brand that the merchant knows. */
  brand: string;
}

const rule: PdfBlock = { kind: 'rule', dashed: true };
const gap = (height: number): PdfBlock => ({ kind: 'gap', height });
const centred = (text: string): PdfBlock => ({ kind: 'line', text, align: 'center' });
const pairs = (lines: readonly ReceiptLine[]): PdfBlock[] =>
  lines.map(([label, value]) => ({ kind: 'pair', label, value }));

function headOf(merchant: ReceiptMerchant): PdfBlock[] {
  const below = [...merchant.address, phoneText(merchant.phone), merchant.website];
  return [
    { kind: 'line', text: merchant.name, align: 'center', size: 11, strong: true },
    gap(2),
    ...below.filter((line) => line !== '').map(centred),
  ];
}

function moneyOf(record: TransactionRecord): PdfBlock[] {
  const { parts, total, after } = receiptMoney(record);
  return [
    ...pairs(parts),
    ...(parts.length > 0 ? [rule] : []),
    { kind: 'pair', label: total[0], value: total[1], size: 10, strong: true },
    ...pairs(after),
  ];
}

const signature: readonly PdfBlock[] = [
  gap(38),
  { kind: 'rule', dashed: false },
  { kind: 'line', text: 'Signature', align: 'left' },
];

/** The PDF of a payment: the same payment gives the same bytes. */
export async function receiptPdf(
  record: TransactionRecord,
  merchant: ReceiptMerchant,
  { copies, signature_required, brand }: ReceiptMaking,
): Promise<Buffer> {
  const page = (copy: ReceiptCopy): PdfBlock[] => [
    ...headOf(merchant),
    gap(8),
    { kind: 'line', text: receiptTitle(record), align: 'center', strong: true },
    rule,
    ...pairs(receiptFacts(record, merchant.timezone)),
    ...(record.description === '' ? [] : [gap(2)]),
    ...(record.description === ''
      ? []
      : [{ kind: 'line', text: record.description, align: 'left' } as const]),
    rule,
    ...moneyOf(record),
    gap(10),
    { kind: 'line', text: receiptResult(record), align: 'center', size: 10, strong: true },
    ...(record.response_code >= 200 ? [centred(`Code ${record.response_code}`)] : []),
    ...(copy === 'merchant' && signsReceipt(record, signature_required) ? signature : []),
    gap(10),
    centred(copy_labels[copy]),
  ];
  return await writePdf({
    title: `Receipt ${record.id}`,
    brand,
    created_at: new Date(record.created_at),
    pages: copies.map(page),
  });
}
