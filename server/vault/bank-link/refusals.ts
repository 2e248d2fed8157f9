// Refusals of sign-ins that are invalid or no longer valid: one sentence each.
import { refuse } from '../../../contract/errors.ts';
import { requiredMessage } from '../../../contract/field-messages.ts';
import { public_token_refusal, relink_refusal } from '../../../contract/vault/bank-link.ts';

function refuseMember(field: string, label: string, message: string): never {
  const invalid = [{ field, message }];
  refuse('invalid', `bad request error: invalid ${label}: ${message}`, { invalid });
}

const public_token_label = 'Public Token';

/** Of the provider's window: unknown, used, expired or malformed. */
export const refusePublicToken = (): never =>
  refuseMember('public_token', public_token_label, public_token_refusal);

export const refuseMissingToken = (): never =>
  refuseMember('public_token', public_token_label, requiredMessage(public_token_label));

/** Of a handle to sign in again: another merchant's, too old, malformed, or of a removed item. */
export const refuseRelink = (): never => refuseMember('relink', 'Relink', relink_refusal);
