// The payment calls in the app.
import { amounts } from '../../contract/payments/amounts.ts';
import { processors } from '../../contract/payments/processors.ts';
import { settlement } from '../../contract/payments/settlement.ts';
import { settlement_exceptions } from '../../contract/payments/settlement-exceptions.ts';
import { transactions } from '../../contract/payments/transactions/endpoints.ts';
import { multi_transactions } from '../../contract/payments/transactions/multi.ts';
import { unresolved } from '../../contract/payments/unresolved.ts';
import { serve } from '../http/serve.ts';
import { amountHandlers } from './amounts.ts';
import { processorHandlers } from './processors/records.ts';
import { settlementExceptionHandlers } from './settlement/exceptions.ts';
import { resolve } from './settlement/resolve.ts';
import { batchSearch } from './settlement/search.ts';
import { create } from './transactions/create.ts';
import { email } from './transactions/email.ts';
import { multiTransactions } from './transactions/multi.ts';
import { transactionPrint } from './transactions/print.ts';
import { transactionRead } from './transactions/read.ts';
import { transactionExplanation } from './transactions/read-explanation.ts';
import { transactionHistory } from './transactions/read-history.ts';
import { refund } from './transactions/refund.ts';
import { transactionReport } from './transactions/report.ts';
import { transactionSearch } from './transactions/search.ts';
import { transactionTotals } from './transactions/totals.ts';
import { adjustTip, capture, decisions, voidTransaction } from './transactions/verbs.ts';
import { unresolvedHandlers } from './unresolved/decide.ts';

export function plugPayments(app: Parameters<typeof serve>[0]): void {
  serve(app, transactions, {
    ...transactionRead,
    ...transactionHistory,
    ...transactionExplanation,
    ...transactionSearch,
    ...transactionTotals,
    ...transactionReport,
    ...transactionPrint,
    ...decisions,
    create,
    capture,
    refund,
    void: voidTransaction,
    adjustTip,
    email,
  });
  serve(app, multi_transactions, multiTransactions);
  serve(app, amounts, amountHandlers);
  serve(app, processors, processorHandlers);
  serve(app, settlement, { ...batchSearch, resolve });
  serve(app, settlement_exceptions, settlementExceptionHandlers);
  serve(app, unresolved, unresolvedHandlers);
}
