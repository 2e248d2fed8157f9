// A transaction as the API answers it, folded, at the end of its page.
import { IconCopy } from '@tabler/icons-react';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import { copyText } from '../../../kit/copy-text.ts';
import { icon_16 } from '../../../kit/icon.ts';
import { Section } from '../../../kit/section.tsx';

export function RecordText({ transaction }: { transaction: TransactionDetail }) {
  const text = JSON.stringify(transaction, null, 2);
  return (
    <Section title="Record" aside="as the API answers it">
      <details className="record-text">
        <summary>Show all {Object.keys(transaction).length} members</summary>
        <button
          type="button"
          className="plain-button"
          onClick={() => void copyText('Transaction', text)}
        >
          <IconCopy {...icon_16} />
          Copy
        </button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too */}
        <section tabIndex={0} aria-label="The record as JSON">
          <pre>{text}</pre>
        </section>
      </details>
    </Section>
  );
}
