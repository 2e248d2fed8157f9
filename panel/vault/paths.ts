// Paths of the screens of saved customers (spec 1 §2).
export const customers_path = '/merchant/customer/search';
export const new_customer_path = '/merchant/customer/create';
export const import_customers_path = '/merchant/customer/import';
export const card_updates_path = '/merchant/vault/accountupdater';

/** Tabs of one customer, each a screen with an address of its own. */
export type CustomerTab = '' | 'payment-list' | 'address-list' | 'transaction-list' | 'merge';

export function customerPath(id: string, tab: CustomerTab = ''): string {
  const path = `/merchant/customer/edit/${encodeURIComponent(id)}`;
  return tab === '' ? path : `${path}/${tab}`;
}
