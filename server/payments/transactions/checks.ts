// Who may pay how, and what a payment request must name, before anything is resolved or written.
import { requiredsToErrors } from '../../../contract/accounts/documents/required-errors.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import type { CreateInput } from '../../../contract/payments/transactions/input.ts';
import type { Context } from '../../context.ts';
import { requirePermission } from '../../http/access.ts';
import type { MerchantFacts } from '../merchant-facts.ts';

const right_of = {
  sale: 'process_sale',
  authorize: 'process_authorization',
  credit: 'process_credit',
  verification: 'process_verification',
} as const satisfies Record<CreateInput['type'], string>;

/** 403 without the right of the type; a credit takes the merchant's own permission too. */
export function mayPay(context: Context, facts: MerchantFacts, input: CreateInput): void {
  requirePermission(context.actor, right_of[input.type]);
  const blind = facts.documents.permissions.support_blind_credits;
  if (input.type === 'credit' && !blind) {
    refuse('forbidden', 'forbidden: this merchant may not pay out without an earlier payment');
  }
}

/** 400 for what the merchant requires and the request lacks, and for missing rooms (Q16). */
export function checkRequest(facts: MerchantFacts, input: CreateInput): void {
  if (input.create_vault_record !== undefined) invalid('Create Vault Record');
  if (input.create_vault_record_for !== undefined) invalid('Create Vault Record For');
  const missing = requiredsToErrors(facts.documents.requireds.default, { ...input });
  if (missing !== null) refuse('invalid', missing);
  const named = input.amount ?? input.base_amount ?? input.amounts;
  if (input.type !== 'verification' && named === undefined) invalid('Amount');
}
