// The ledger's calls in the app.
import { balances } from '../../contract/ledger/balances.ts';
import { books } from '../../contract/ledger/books.ts';
import { serve } from '../http/serve.ts';
import { balanceHandlers } from './balance-search.ts';
import { bookHandlers } from './books.ts';

export function plugLedger(app: Parameters<typeof serve>[0]): void {
  serve(app, balances, balanceHandlers);
  serve(app, books, bookHandlers);
}
