// Paths of Apple Pay settings (spec 1 §2).
import type { RegistrationType } from '../../../contract/payments/wallets/apple-pay.ts';

export const apple_pay_path = '/merchant/settings/apple-pay';

export const newRegistrationPath = (type: RegistrationType = 'signing_request'): string =>
  `${apple_pay_path}/create/${type}`;

export const registrationPath = (id: string): string => `${apple_pay_path}/update/${id}`;

export const certificatesPath = (id: string): string => `${registrationPath(id)}/certificates`;
