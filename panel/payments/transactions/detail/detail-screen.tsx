// One transaction: what happened and why, its money, its facts, and what can be done with it.

import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import { CustomFieldFacts } from '../../../accounts/custom-field-values/custom-field-facts.tsx';
import { useRecord } from '../../../hooks.ts';
import { copyText } from '../../../kit/copy-text.ts';
import { icon_16 } from '../../../kit/icon.ts';
import { useDocumentTitle } from '../../../kit/page/page-title.tsx';
import { RecordPage, RecordSkeleton } from '../../../kit/page/record-page.tsx';
import { Section } from '../../../kit/parts/section.tsx';
import { PlainButton } from '../../../kit/plain-button.tsx';
import { ChangesOf } from '../../../platform/changes-of.tsx';
import { useOwnMerchant } from '../../../session/own-merchant.ts';
import { type ChosenAction, TransactionAction } from '../../actions/transaction-action.tsx';
import { list_paths, unresolvedOf } from '../../paths.ts';
import { PrintDialog } from '../../receipt/print-receipt.tsx';
import recordStyles from '../../record.module.css';
import { useReader } from '../../use-reader.ts';
import { useRefreshAt } from '../../use-refresh-at.ts';
import { Explain } from '../explain/explain.tsx';
import { useExplanation } from '../explain/use-explanation.ts';
import { useLaterEvents } from '../explain/use-later.ts';
import { Addresses } from './addresses-part.tsx';
import styles from './detail.module.css';
import { Original, PaymentMoney, useRelated } from './detail-aside.tsx';
import { PaymentFacts } from './detail-facts.tsx';
import { EqualPayments } from './duplicates.tsx';
import { Hero } from './hero.tsx';
import { Ledger } from './ledger.tsx';
import { LineItems } from './line-items-part.tsx';

/** The transaction of the address: merchants read their own, others that of a merchant. */
function useTransaction(area: AccountType) {
  const { id = '', merchantID = '' } = useParams();
  const own = area === 'merchant';
  const mine = useRecord(transactions.get, { params: { id } }, { enabled: own });
  const theirs = useRecord(
    transactions.getOf,
    { params: { merchantId: merchantID, id } },
    { enabled: !own },
  );
  return { id, ...(own ? mine : theirs) };
}

export function DetailScreen({ area }: { area: AccountType }) {
  const { id, data, error, refetch, dataUpdatedAt } = useTransaction(area);
  useRefreshAt(data?.pending_on?.next_at ?? null, dataUpdatedAt, () => void refetch());
  useDocumentTitle('Transaction');
  return (
    <RecordPage
      list={{ to: list_paths[area], label: 'Transactions' }}
      id={id}
      id_label="Transaction ID"
      noun="Transaction"
      of={{ error, refetch }}
      skeleton={skeleton}
    >
      {data && <Loaded transaction={data} area={area} />}
    </RecordPage>
  );
}

const skeleton = <RecordSkeleton className={recordStyles.skeleton} count={2} />;

interface LoadedProps {
  transaction: TransactionDetail;
  area: AccountType;
}

function Loaded({ transaction, area }: LoadedProps) {
  const reader = useReader(area);
  const merchant = useOwnMerchant(area);
  const [chosen, choose] = useState<ChosenAction | null>(null);
  const [printing, setPrinting] = useState(false);
  const explanation = useExplanation(transaction, area);
  const related = useRelated(transaction, area);
  const later = useLaterEvents(transaction, area);
  const props = { transaction, area };
  // Nothing may move once shown: both columns wait for their data.
  if (explanation === undefined || related === undefined || later === undefined) return skeleton;
  return (
    <>
      <Hero
        transaction={transaction}
        reader={reader}
        onChoose={(action) => choose({ action, transaction })}
        onPrint={() => setPrinting(true)}
      />
      <div className={recordStyles.columns}>
        <div className={recordStyles.stack}>
          <Explain
            {...props}
            explanation={explanation}
            later={{ ...later, refunds: related.rows }}
            {...(area === 'admin' && { queue: unresolvedOf(transaction.id) })}
          />
          <LineItems transaction={transaction} />
          <Addresses transaction={transaction} />
          <CustomFieldFacts
            area={area}
            merchant_id={transaction.merchant_id}
            values={transaction.custom_fields}
          />
          {area !== 'merchant' && (
            <Ledger merchant_id={transaction.merchant_id} id={transaction.id} />
          )}
        </div>
        <div className={`${recordStyles.stack} ${recordStyles.aside}`}>
          {explanation && <EqualPayments {...props} duplicates={explanation.duplicates} />}
          <Original {...props} parent={related.parent} />
          <PaymentMoney transaction={transaction} />
          <PaymentFacts {...props} />
        </div>
        <div className={recordStyles.stack}>
          <ChangesOf area={area} noun="transaction" id={transaction.id} folded />
          <RecordText transaction={transaction} />
        </div>
      </div>
      {printing && (
        <PrintDialog {...props} merchant={merchant} onClose={() => setPrinting(false)} />
      )}
      {chosen && <TransactionAction chosen={chosen} area={area} onClose={() => choose(null)} />}
    </>
  );
}

export function RecordText({ transaction }: { transaction: TransactionDetail }) {
  const text = JSON.stringify(transaction, null, 2);
  return (
    <Section title="Record" aside="as returned by the API">
      <details className={styles.recordText}>
        <summary>Show all {Object.keys(transaction).length} fields</summary>
        <PlainButton onClick={() => void copyText('Transaction', text)}>
          <IconCopy {...icon_16} />
          Copy
        </PlainButton>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too */}
        <section tabIndex={0} aria-label="The record as JSON">
          <pre>{text}</pre>
        </section>
      </details>
    </Section>
  );
}
