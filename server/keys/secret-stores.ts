// Every room's secrets in one visible list, for the rotation of keys.
import { billing_secrets } from '../accounts/billing.ts';
import { factor_secrets } from '../identity/factors/factor-secrets.ts';
import { webhook_secrets } from '../messages/webhooks/secrets.ts';
import { processor_secrets } from '../payments/processors/secrets.ts';
import { apple_pay_secrets } from '../payments/wallets/registration-keys.ts';
import { saved_method_secrets } from '../vault/customers/methods/sealed-numbers.ts';
import type { SecretStore } from './key-rotation.ts';

export const secret_stores: readonly SecretStore[] = [
  processor_secrets,
  webhook_secrets,
  factor_secrets,
  billing_secrets,
  saved_method_secrets,
  apple_pay_secrets,
];
