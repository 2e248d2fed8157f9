// One transaction: what happened and why, its money, its facts, and what can be done with it.
import { useState } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionDetail as Full } from '../../../contract/payments/transactions/record.ts';
import { CustomFieldFacts } from '../../accounts/custom-field-form/custom-field-facts.tsx';
import { ChangesOf } from '../../audit/changes-of.tsx';
import { useRecord } from '../../hooks.ts';
import { useDocumentTitle } from '../../kit/page-title.tsx';
import { ReceiptMail } from '../actions/email-events.tsx';
import { type ChosenAction, TransactionAction } from '../actions/transaction-action.tsx';
import { unresolvedOf } from '../paths.ts';
import { PrintDialog } from '../receipt/print-receipt.tsx';
import { useOwnMerchant, useReader } from '../use-reader.ts';
import { useRefreshAt } from '../use-refresh-at.ts';
import {
  PaymentFacts,
  PaymentMoney,
  PaymentTimeline,
  Related,
  useRelated,
} from './detail-aside.tsx';
import { EqualPayments } from './equal-payments.tsx';
import { Explain } from './explain.tsx';
import { Breadcrumb, Hero } from './hero.tsx';
import { Ledger } from './ledger.tsx';
import { LineItems } from './line-items-part.tsx';
import { useExplanation } from './use-explanation.ts';
import '../payments.css';

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

export function TransactionDetail({ area }: { area: AccountType }) {
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
  transaction: Full;
  area: AccountType;
}

function Loaded({ transaction, area }: LoadedProps) {
  const reader = useReader(area);
  const merchant = useOwnMerchant(area);
  const [chosen, choose] = useState<ChosenAction | null>(null);
  const [printing, setPrinting] = useState(false);
  const explanation = useExplanation(transaction, area);
  const related = useRelated(transaction);
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
            transaction={transaction}
            explanation={explanation}
            {...(area === 'admin' && { queue: unresolvedOf(transaction.id) })}
          />
          <LineItems transaction={transaction} />
          {area !== 'merchant' && (
            <Ledger merchant_id={transaction.merchant_id} id={transaction.id} />
          )}
        </div>
        <div className="detail-stack">
          {explanation && <EqualPayments {...given} duplicates={explanation.duplicates} />}
          <Related {...given} rows={related} />
          <PaymentMoney transaction={transaction} />
          <PaymentFacts {...given} />
          <CustomFieldFacts
            area={area}
            merchant_id={transaction.merchant_id}
            values={transaction.custom_fields}
          />
          <ReceiptMail {...given} receipts_to={explanation?.receipts_to ?? []} />
          <PaymentTimeline {...given} />
          <ChangesOf area={area} noun="transaction" id={transaction.id} />
        </div>
      </div>
      {printing && (
        <PrintDialog {...given} merchant={merchant} onClose={() => setPrinting(false)} />
      )}
      {chosen && <TransactionAction chosen={chosen} area={area} onClose={() => choose(null)} />}
    </>
  );
}
