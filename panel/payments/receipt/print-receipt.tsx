// Printing a receipt: which copies, on paper by the browser, and as the server's PDF.
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { copiesOf, type ReceiptCopy } from '../../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { type ApiError, call } from '../../api.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { showError } from '../../notices.ts';
import { saveFile } from '../../save-file.ts';
import styles from './receipt.module.css';
import { Receipt, type ReceiptMerchant } from './receipt.tsx';

export type Copies = ReceiptCopy | 'both';

const all_copies = ['customer', 'merchant', 'both'] as const;
const copy_labels: Readonly<Record<Copies, string>> = {
  customer: 'Customer',
  merchant: 'Merchant',
  both: 'Both',
};

/** What the merchant's `print_receipt` prints; with `no` the customer's can still be printed. */
export function usualCopies(merchant: ReceiptMerchant | undefined): Copies {
  const wanted = merchant?.default_values.virtual_terminal.print_receipt ?? 'customer';
  return wanted === 'no' ? 'customer' : wanted;
}

/** Prints the receipts that wait for paper, and nothing else of the screen. */
export function printReceipts(): void {
  const { dataset } = document.documentElement;
  dataset.printing = 'receipt';
  // Some browsers come back from print() before the page was read.
  addEventListener('afterprint', () => delete dataset.printing, { once: true });
  window.print();
}

interface CopyPickerProps {
  value: Copies;
  onChange: (copies: Copies) => void;
}

export function CopyPicker({ value, onChange }: CopyPickerProps) {
  return (
    <Segments
      label="Copy"
      className={styles.copies}
      choices={all_copies}
      value={value}
      onChange={onChange}
      textOf={(copies) => copy_labels[copies]}
    />
  );
}

interface PaperProps {
  transaction: TransactionRecord;
  merchant: ReceiptMerchant;
  copies: Copies;
}

/** The printed receipt; it is not visible on the screen. */
export function PaperReceipts({ copies, ...props }: PaperProps) {
  return (
    <div className={styles.onPaper} data-part="receipt-on-paper" aria-hidden="true">
      {copiesOf(copies).map((copy) => (
        <Receipt key={copy} {...props} copy={copy} />
      ))}
    </div>
  );
}

/** The receipts as they will be printed. */
export function ReceiptPreview({ copies, ...props }: PaperProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in a dialog, keys must reach that
    <section className={styles.frame} tabIndex={0} aria-label="Preview">
      {copiesOf(copies).map((copy) => (
        <Receipt key={copy} {...props} copy={copy} />
      ))}
    </section>
  );
}

interface PdfButtonProps {
  area: AccountType;
  transaction: TransactionRecord;
  copies: Copies;
  /** Nothing else can be done with the receipt. */
  primary?: boolean;
}

/** The server's PDF as a download. */
export function PdfButton({ area, transaction: t, copies, primary }: PdfButtonProps) {
  const [busy, setBusy] = useState(false);
  const input = { copy: copies };
  const fetchPdf = () =>
    area === 'merchant'
      ? call(transactions.printPdf, { params: { id: t.id }, input })
      : call(transactions.printPdfOf, { params: { merchantId: t.merchant_id, id: t.id }, input });
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(await fetchPdf(), `receipt-${t.id}.pdf`);
    } catch (error) {
      showError(error as ApiError);
    }
    setBusy(false);
  };
  return (
    <PlainButton primary={primary} aria-disabled={busy || undefined} onClick={() => void press()}>
      <IconFileTypePdf {...icon_16} />
      Download PDF
    </PlainButton>
  );
}

interface PrintDialogProps {
  area: AccountType;
  transaction: TransactionRecord;
  /** Only its own merchant prints from the screen; those above take the PDF. */
  merchant: ReceiptMerchant | undefined;
  onClose: () => void;
}

export function PrintDialog({ area, transaction, merchant, onClose }: PrintDialogProps) {
  const [copies, setCopies] = useState<Copies>(usualCopies(merchant));
  const footer = (
    <>
      <PlainButton onClick={onClose}>Close</PlainButton>
      <PdfButton {...{ area, transaction, copies }} primary={merchant === undefined} />
      {merchant && (
        <PlainButton primary onClick={printReceipts}>
          Print
        </PlainButton>
      )}
    </>
  );
  return (
    <>
      <Dialog title="Print receipt" onClose={onClose} footer={footer}>
        <CopyPicker value={copies} onChange={setCopies} />
        {merchant ? (
          <ReceiptPreview {...{ transaction, merchant, copies }} />
        ) : (
          <Hint>The PDF has one page for each copy.</Hint>
        )}
      </Dialog>
      {merchant && <PaperReceipts {...{ transaction, merchant, copies }} />}
    </>
  );
}
