// The calls of the vault in the app.
import { bank_link } from '../../contract/vault/bank-link.ts';
import { customers } from '../../contract/vault/customers.ts';
import { customer_import } from '../../contract/vault/import.ts';
import { legacy_customers } from '../../contract/vault/legacy-customers.ts';
import { customer_merge } from '../../contract/vault/merge.ts';
import { tokenizer } from '../../contract/vault/tokenizer.ts';
import { type Routes, routes } from '../http/serve.ts';
import { bankLinkHandlers } from './bank-link/link.ts';
import { customerHandlers } from './customers/customers.ts';
import { customerImportHandlers } from './customers/import.ts';
import { legacyCustomerHandlers } from './customers/legacy.ts';
import { customerMergeHandlers } from './customers/merge/merge.ts';
import { tokenizerHandlers } from './tokens/create-token.ts';

export const vault_routes: readonly Routes[] = [
  routes(customers, customerHandlers),
  routes(legacy_customers, legacyCustomerHandlers),
  routes(customer_import, customerImportHandlers),
  routes(customer_merge, customerMergeHandlers),
  routes(tokenizer, tokenizerHandlers),
  routes(bank_link, bankLinkHandlers),
];
