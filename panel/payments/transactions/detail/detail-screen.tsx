// One transaction: what happened and why, its money, its facts, and what can be done with it.
import { useState } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import { CustomFieldFacts } from '../../../accounts/custom-field-form/custom-field-facts.tsx';
import { useRecord } from '../../../hooks.ts';
import { useDocumentTitle } from '../../../kit/page-title.tsx';
import { ChangesOf } from '../../../platform/changes-of.tsx';
import { useOwnMerchant } from '../../../session/own-merchant.ts';
import { ReceiptMail } from '../../actions/email-events.tsx';
import { type ChosenAction, TransactionAction } from '../../actions/transaction-action.tsx';
import { unresolvedOf } from '../../paths.ts';
import { PrintDialog } from '../../receipt/print-receipt.tsx';
import { useReader } from '../../use-reader.ts';
import { useRefreshAt } from '../../use-refresh-at.ts';
import { Explain } from '../explain/explain.tsx';
import { useExplanation } from '../explain/use-explanation.ts';
import { Addresses } from './addresses-part.tsx';
import { PaymentMoney, PaymentTimeline, Related, useRelated } from './detail-aside.tsx';
import { PaymentFacts } from './detail-facts.tsx';
import { EqualPayments } from './equal-payments.tsx';
import { Breadcrumb, Hero } from './hero.tsx';
import { Ledger } from './ledger.tsx';
import { LineItems } from './line-items-part.tsx';
import { RecordText } from './record-text.tsx';
import '../../payments.css';

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
  const { id, data, isError, refetch, dataUpdatedAt } = useTransaction(area);
  useRefreshAt(data?.pending_on?.next_at ?? null, dataUpdatedAt, () => void refetch());
  useDocumentTitle('Transaction');
  return (
    <div className="page">
      <Breadcrumb area={area} id={id} />
      {data && <Loaded transaction={data} area={area} />}
      {!data && isError && (
        <>
          <h1>Transaction not shown</h1>
          <p className="hint">This transaction could not be read. The dialog said why.</p>
        </>
      )}
      {!data && !isError && <DetailSkeleton />}
    </div>
  );
}

function DetailSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      <span className="skeleton detail-skeleton" />
      <span className="skeleton detail-skeleton" />
    </div>
  );
}

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
  const given = { transaction, area };
  // Nothing may move once it stands: both columns wait for what fills them.
  if (explanation === undefined || related === undefined) return <DetailSkeleton />;
  return (
    <>
      <Hero
        transaction={transaction}
        reader={reader}
        onChoose={(action) => choose({ action, transaction })}
        onPrint={() => setPrinting(true)}
      />
      <div className="detail-columns">
        <div className="detail-stack">
          <Explain
            {...given}
            explanation={explanation}
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
        <div className="detail-stack detail-aside">
          {explanation && <EqualPayments {...given} duplicates={explanation.duplicates} />}
          <Related {...given} {...related} />
          <PaymentMoney transaction={transaction} />
          <PaymentFacts {...given} />
          <ReceiptMail {...given} receipts_to={explanation?.receipts_to ?? []} />
          <PaymentTimeline {...given} />
        </div>
        <div className="detail-stack">
          <ChangesOf area={area} noun="transaction" id={transaction.id} />
          <RecordText transaction={transaction} />
        </div>
      </div>
      {printing && (
        <PrintDialog {...given} merchant={merchant} onClose={() => setPrinting(false)} />
      )}
      {chosen && <TransactionAction chosen={chosen} area={area} onClose={() => choose(null)} />}
    </>
  );
}
