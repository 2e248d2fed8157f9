// The calls of the vault in the app.
import { customers } from '../../contract/vault/customers.ts';
import { legacy_customers } from '../../contract/vault/legacy-customers.ts';
import { type Routes, routes } from '../http/serve.ts';
import { customerHandlers } from './customers/customers.ts';
import { legacyCustomerHandlers } from './customers/legacy.ts';

export const vault_routes: readonly Routes[] = [
  routes(customers, customerHandlers),
  routes(legacy_customers, legacyCustomerHandlers),
];
