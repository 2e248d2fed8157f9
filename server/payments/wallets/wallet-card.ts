// A wallet's card as a payment method, the payer's address, and what a token is refused for.
import { refuse } from '../../../contract/errors.ts';
import { type AddressInput, address_input } from '../../../contract/payments/transactions/input.ts';
import type { AppleContact } from '../../../contract/payments/wallets/wallet-tokens.ts';
import type { MethodOrWalletInput } from '../../vault/resolve.ts';
import { type WalletCard, WalletRefusal } from '../../vault/wallets/network-token.ts';

export function cardOfWallet(card: WalletCard): {
  method: Pick<MethodOrWalletInput, 'card'>;
  agreed: WalletCard['agreed'];
} {
  const { number, expiration_date, cardholder_name, wallet, cryptogram, eci, agreed } = card;
  return {
    method: {
      card: {
        number,
        expiration_date,
        ...(cardholder_name && { cardholder_name }),
        network_token: { wallet, cryptogram, eci },
      },
    },
    agreed,
  };
}

/** What a wallet's token is refused for, in our words. */
export async function walletAnswer<T>(
  wallet: 'Apple Pay' | 'Google Pay',
  field: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WalletRefusal)) throw error;
    const message = `This ${wallet} payment cannot be used: ${error.message}.`;
    const data = { invalid: [{ field, message }] };
    return refuse('invalid', `bad request error: invalid ${wallet} Token: ${error.message}`, data);
  }
}

/** The payer's address as payments name it; what does not fit our fields is left out. */
export function addressOf(contact: AppleContact | undefined): AddressInput | undefined {
  if (!contact) return undefined;
  const [address_line_1, address_line_2] = contact.addressLines ?? [];
  const entries = Object.entries({
    first_name: contact.givenName,
    last_name: contact.familyName,
    address_line_1,
    address_line_2,
    city: contact.locality,
    state: contact.administrativeArea,
    country: contact.countryCode,
    postal_code: contact.postalCode,
    email: contact.emailAddress,
    phone: contact.phoneNumber,
  });
  const fitting = entries.filter(
    ([name, value]) => address_input.safeParse({ [name]: value }).success,
  );
  const read = address_input.safeParse(Object.fromEntries(fitting));
  return read.success ? read.data : undefined;
}
