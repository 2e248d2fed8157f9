// Who may pay how, and what a payment request must name: refusals before anything is written.

import { may } from '../../../../contract/access/may.ts';
import {
  hiddenMethodError,
  missingFieldError,
} from '../../../../contract/accounts/documents/required-errors.ts';
import { invalid, refuse } from '../../../../contract/errors.ts';
import { formatMoney } from '../../../../contract/money.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import { checkAccess } from '../../../http/access.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { PaymentSource } from './payment-method/payment-source.ts';

/**
 * 403 without the right of the type, or to the vault where a saved customer pays; a credit takes a
 * switch of the merchant too. 400 for a customer of another merchant: under this one the same id
 * may be another customer.
 */
export function checkMayPay({ actor }: Context, config: MerchantConfig, input: CreateInput): void {
  const { terminal, customer } = input.payment_method;
  const on_terminal = terminal !== undefined || customer?.terminal_id !== undefined;
  const rule = input.type === 'credit' && on_terminal ? may.credit_on_terminal : may[input.type];
  const caller = { ...actor, account_permissions: config.documents.permissions };
  checkAccess(caller, rule);
  if (!customer) return;
  checkAccess(caller, may.pay_with_customer);
  const { source_merchant_id = actor.account_id } = customer;
  if (source_merchant_id !== actor.account_id) invalid('Source Merchant ID');
}

/** 400 for a payment method that the merchant hides, a missing required field or no amount. */
export function checkRequest(config: MerchantConfig, input: CreateInput): void {
  const { default: settings } = config.documents.requireds;
  const hidden = hiddenMethodError(settings, { ...input });
  if (hidden !== null) refuse('invalid', hidden);
  const missing = missingFieldError(settings, { ...input });
  if (missing !== null) refuse('invalid', missing);
  const named = input.amount ?? input.base_amount ?? input.amounts;
  if (input.type !== 'verification' && named === undefined) invalid('Amount');
}

/**
 * 400 where the payer of a wallet agreed to less, or in another currency, and for credits to a
 * wallet. A card verification has no amount to compare.
 */
export function checkAgreedAmount(
  { agreed, recorded_as }: Pick<PaymentSource, 'agreed' | 'recorded_as'>,
  type: CreateInput['type'],
  wanted: { amount: number; currency: string },
): void {
  const is_wallet = recorded_as !== null && recorded_as !== 'token';
  if (is_wallet && type === 'credit')
    refuse('invalid', 'bad request error: invalid payment_method');
  if (!agreed || type === 'verification') return;
  if (agreed.currency !== wanted.currency) {
    invalid(`Currency: the payer agreed to pay in ${agreed.currency.toUpperCase()}`);
  }
  if (agreed.amount < wanted.amount) {
    invalid(`Amount: the payer agreed to ${formatMoney(agreed.amount, agreed.currency)}`);
  }
}
