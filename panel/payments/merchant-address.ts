// Where a merchant is: the address its receipts print and its surcharge rules go by.
import type { MerchantRecord } from '../../contract/accounts/merchants.ts';

type Contacts = Pick<MerchantRecord, 'primary_contact' | 'billing_contact'>;

/** The billing contact, or the primary one where that has no street. */
export function merchantAddress({ primary_contact, billing_contact }: Contacts) {
  return billing_contact.address_line_1 === '' ? primary_contact : billing_contact;
}

/** Street and town, one line each; none where nothing is known. */
export function merchantAddressLines(contacts: Contacts): string[] {
  const { address_line_1, address_line_2, city, state, postal_code } = merchantAddress(contacts);
  const region = `${state} ${postal_code}`.trim();
  const town = [city, region].filter((part) => part !== '').join(', ');
  return [address_line_1, address_line_2, town].filter((line) => line !== '');
}
