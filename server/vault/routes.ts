// The calls of the vault in the app.
import { customers } from '../../contract/vault/customers.ts';
import { type Routes, routes } from '../http/serve.ts';
import { customerHandlers } from './customers/customers.ts';

export const vault_routes: readonly Routes[] = [routes(customers, customerHandlers)];
