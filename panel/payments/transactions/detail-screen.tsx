// One transaction: what happened and why, its money, its facts, and what can be done with it.
import { useState } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionDetail as Full } from '../../../contract/payments/transactions/record.ts';
import { useRecord } from '../../hooks.ts';
import { useDocumentTitle } from '../../kit/page-title.tsx';
import { type ChosenAction, TransactionAction } from '../actions/transaction-action.tsx';
import { unresolvedOf } from '../paths.ts';
import { Receipt } from '../receipt/receipt.tsx';
import { useOwnMerchant, useReader } from '../use-reader.ts';
import { useRefreshAt } from '../use-refresh-at.ts';
import { PaymentFacts, PaymentMoney, PaymentTimeline, Related } from './detail-aside.tsx';
import { Explain } from './explain.tsx';
import { Breadcrumb, Hero } from './hero.tsx';
import { Ledger } from './ledger.tsx';
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
  const given = { transaction, area };
  return (
    <>
      <Hero
        transaction={transaction}
        reader={reader}
        onChoose={(action) => choose({ action, transaction })}
        {...(merchant && { onPrint: () => window.print() })}
      />
      <div className="detail-columns">
        <div className="detail-stack">
          <Explain
            transaction={transaction}
            {...(area === 'admin' && { queue: unresolvedOf(transaction.id) })}
          />
          {area !== 'merchant' && (
            <Ledger merchant_id={transaction.merchant_id} id={transaction.id} />
          )}
        </div>
        <div className="detail-stack">
          <Related {...given} />
          <PaymentMoney transaction={transaction} />
          <PaymentFacts {...given} />
          <PaymentTimeline {...given} />
        </div>
      </div>
      {merchant && (
        <div className="receipt-on-paper" aria-hidden="true">
          <Receipt transaction={transaction} merchant={merchant} copy="customer" />
        </div>
      )}
      {chosen && <TransactionAction chosen={chosen} area={area} onClose={() => choose(null)} />}
    </>
  );
}
