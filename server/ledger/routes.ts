// The ledger's calls in the app.
import { balances } from '../../contract/ledger/balances.ts';
import { books } from '../../contract/ledger/books.ts';
import { payouts } from '../../contract/ledger/payouts.ts';
import { type Routes, routes } from '../http/serve.ts';
import { balanceHandlers } from './balance-search.ts';
import { bookHandlers } from './books.ts';
import { payoutHandlers } from './payouts.ts';

export const ledger_routes: readonly Routes[] = [
  routes(balances, balanceHandlers),
  routes(books, bookHandlers),
  routes(payouts, payoutHandlers),
];
