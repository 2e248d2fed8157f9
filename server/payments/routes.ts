// The payment calls in the app.

import { guardian } from '../../contract/payments/device-data.ts';
import { devices } from '../../contract/payments/devices.ts';
import { hosted_card } from '../../contract/payments/hosted-card.ts';
import { amounts } from '../../contract/payments/pricing/amounts.ts';
import { processors } from '../../contract/payments/processors.ts';
import { settlement } from '../../contract/payments/settlement.ts';
import { settlement_exceptions } from '../../contract/payments/settlement-exceptions.ts';
import { terminals } from '../../contract/payments/terminals.ts';
import { transactions } from '../../contract/payments/transactions/endpoints.ts';
import { multi_transactions } from '../../contract/payments/transactions/multi.ts';
import { payers } from '../../contract/payments/transactions/payers.ts';
import { unresolved } from '../../contract/payments/unresolved.ts';
import { apple_pay } from '../../contract/payments/wallets/apple-pay.ts';
import { wallet_pages } from '../../contract/payments/wallets/wallet-pages.ts';
import { card_updates } from '../../contract/vault/card-updates.ts';
import { type Routes, routes } from '../http/serve.ts';
import { amountHandlers } from './amounts.ts';
import { cardUpdateHandlers } from './card-updates/read.ts';
import { guardianHandlers } from './device-data.ts';
import { deviceHandlers } from './devices.ts';
import { hostedCardHandlers } from './hosted-card.ts';
import { processorHandlers } from './processors/records.ts';
import { settlementExceptionHandlers } from './settlement/exceptions.ts';
import { batchSearch } from './settlement/reading/search.ts';
import { resolve } from './settlement/resolve-difference.ts';
import { terminalHandlers } from './terminals/records.ts';
import { adjustTip } from './transactions/follow-ups/adjust-tip.ts';
import { capture } from './transactions/follow-ups/capture.ts';
import { decisions } from './transactions/follow-ups/flagged-decisions.ts';
import { refund } from './transactions/follow-ups/refund.ts';
import { saveCustomer } from './transactions/follow-ups/save-customer.ts';
import { voidTransaction } from './transactions/follow-ups/void.ts';
import { create } from './transactions/paying/create.ts';
import { multiTransactions } from './transactions/paying/multi.ts';
import { email } from './transactions/reading/email.ts';
import { transactionPrint } from './transactions/reading/print.ts';
import { transactionRead } from './transactions/reading/read.ts';
import { transactionExplanation } from './transactions/reading/read-explanation.ts';
import { transactionHistory } from './transactions/reading/read-history.ts';
import { transactionSearch } from './transactions/reading/search.ts';
import { transactionTotals } from './transactions/reading/totals/totals.ts';
import { transactionReport } from './transactions/reports/report.ts';
import { unresolvedHandlers } from './unresolved/decide.ts';
import { walletPageHandlers } from './wallets/apple-payments.ts';
import { applePayHandlers } from './wallets/registrations.ts';

export const payment_routes: readonly Routes[] = [
  routes(transactions, {
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
  }),
  routes(guardian, guardianHandlers),
  routes(payers, { save: saveCustomer }),
  routes(multi_transactions, multiTransactions({ create, refund, void: voidTransaction })),
  routes(amounts, amountHandlers),
  routes(hosted_card, hostedCardHandlers),
  routes(processors, processorHandlers),
  routes(terminals, terminalHandlers),
  routes(devices, deviceHandlers),
  routes(settlement, { ...batchSearch, resolve }),
  routes(settlement_exceptions, settlementExceptionHandlers),
  routes(unresolved, unresolvedHandlers),
  routes(card_updates, cardUpdateHandlers),
  routes(apple_pay, applePayHandlers),
  routes(wallet_pages, walletPageHandlers),
];
