// Refusals of sign-ins that are invalid or no longer valid: one sentence each.
import { refuse } from '../../../contract/errors.ts';
import { public_token_refusal, relink_refusal } from '../../../contract/vault/bank-link.ts';

function refuseMember(field: string, label: string, message: string): never {
  const invalid = [{ field, message }];
  refuse('invalid', `bad request error: invalid ${label}: ${message}`, { invalid });
}

/** Of the provider's window: unknown, used, expired or malformed. */
export const refusePublicToken = (): never =>
  refuseMember('public_token', 'Public Token', public_token_refusal);

/** Of a handle to sign in again: another merchant's, too old, malformed, or of a removed item. */
export const refuseRelink = (): never => refuseMember('relink', 'Relink', relink_refusal);
