// Saving who paid (gateway-api 3.1). Apart from the other calls of transactions, whose pages
// need no schema of customers.
import { may } from '../../access/may.ts';
import { endpoint, record } from '../../endpoint.ts';
import { legacy_customer } from '../../vault/legacy-customers.ts';

export const payers = {
  save: endpoint({
    method: 'POST',
    path: '/transaction/{id}/vault',
    access: may.save_customers,
    reply: record(legacy_customer),
    rate_class: 'write',
    audit: 'customer.create',
    summary: 'Saves the payer of an approved payment as a customer.',
  }),
};
